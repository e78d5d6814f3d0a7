package dev.layeredsaga.chassis.http;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Runs an action once when the response to a request is complete, also after a failure or for an asynchronous request. */
public final class UntilComplete implements AsyncListener {

    private final Runnable action;

    private UntilComplete(Runnable action) {
        this.action = action;
    }

    /** Passes the request on, and runs the action when it is complete. */
    public static void filter(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain, Runnable whenComplete)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } finally {
            if (request.isAsyncStarted()) {
                request.getAsyncContext().addListener(new UntilComplete(whenComplete));
            } else {
                whenComplete.run();
            }
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        action.run();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        event.getAsyncContext().addListener(this);
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        // onComplete follows
    }

    @Override
    public void onError(AsyncEvent event) {
        // onComplete follows
    }
}
