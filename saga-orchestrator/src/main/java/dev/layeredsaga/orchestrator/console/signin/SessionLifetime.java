package dev.layeredsaga.orchestrator.console.signin;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.time.Duration;
import org.springframework.web.filter.OncePerRequestFilter;

/** Ends sessions some time after the sign-in: an open page asks again and again, so no session would ever be idle. Thread-safe. */
final class SessionLifetime extends OncePerRequestFilter {

    private final long millis;

    SessionLifetime(Duration lifetime) {
        millis = lifetime.toMillis();
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        HttpSession session = request.getSession(false);
        if (session != null && System.currentTimeMillis() - session.getCreationTime() > millis) {
            session.invalidate();
        }
        chain.doFilter(request, response);
    }
}
