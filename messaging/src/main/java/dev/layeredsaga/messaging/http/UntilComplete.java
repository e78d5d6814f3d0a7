package dev.layeredsaga.messaging.http;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Runs an action once, when a request has been answered to the end, however it ended; also if it waits without a thread. */
public final class UntilComplete implements AsyncListener {

    private final Runnable action;

    private UntilComplete(Runnable action) {
        this.action = action;
    }

    /** Lets the request through, and runs the action when it is complete. */
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
        // is completed next
    }

    @Override
    public void onError(AsyncEvent event) {
        // is completed next
    }
}
