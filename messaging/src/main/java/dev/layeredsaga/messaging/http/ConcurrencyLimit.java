package dev.layeredsaga.messaging.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses with 503 and {@code Retry-After} what comes while a service has as many requests as its memory has room for: each
 * takes up to 170 kB, most of it Tomcat's, until it is answered to the end, those included that wait without a thread.
 * {@code /actuator} is always let in.
 */
@Order(ConcurrencyLimit.BEHIND_METRICS)
public final class ConcurrencyLimit extends OncePerRequestFilter {

    /** So that those who are refused are counted, too, and nobody's token is looked at for nothing. */
    static final int BEHIND_METRICS = Ordered.HIGHEST_PRECEDENCE + 10;

    private final Semaphore room;

    /**
     * @param most requests at once
     * @throws IllegalArgumentException if that is none
     */
    public ConcurrencyLimit(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("http.max-concurrent-requests must be at least 1");
        }
        this.room = new Semaphore(most);
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().startsWith("/actuator");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!room.tryAcquire()) {
            response.setHeader(HttpHeaders.RETRY_AFTER, "1");
            ProblemWriter.write(response, CommonProblem.OVERLOADED);
            return;
        }
        UntilComplete.filter(request, response, chain, room::release);
    }
}
