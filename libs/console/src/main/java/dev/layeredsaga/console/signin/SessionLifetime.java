package dev.layeredsaga.console.signin;

import dev.layeredsaga.chassis.problem.FailedRequests;
import dev.layeredsaga.console.Message;
import dev.layeredsaga.console.Pages;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import org.springframework.core.convert.ConversionException;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Ends sessions some time after the sign-in, as an open page asks again and again and none would ever be idle, and those that another release
 * has written in a way that this one cannot read. Answers if the database cannot be reached. Thread-safe.
 */
final class SessionLifetime extends OncePerRequestFilter {

    private final FailedRequests failures = new FailedRequests();
    private final Pages pages;
    private final long millis;

    SessionLifetime(Pages pages, Duration lifetime) {
        this.pages = pages;
        millis = lifetime.toMillis();
    }

    /** The assets are for everybody, without a session. */
    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().startsWith("/console/assets/");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            HttpSession session = request.getSession(false);
            if (session != null && (isOver(session) || !isReadable(session))) {
                session.invalidate();
            }
        } catch (RuntimeException failure) {
            if (!failures.isTemporary(failure)) {
                throw failure;
            }
            pages.write(response, HttpStatus.SERVICE_UNAVAILABLE, Message.DATABASE_AWAY);
            return;
        }
        chain.doFilter(request, response);
    }

    private boolean isOver(HttpSession session) {
        return System.currentTimeMillis() - session.getCreationTime() > millis;
    }

    private static boolean isReadable(HttpSession session) {
        try {
            Collections.list(session.getAttributeNames()).forEach(session::getAttribute);
            return true;
        } catch (ConversionException e) {
            return false;
        }
    }
}
