package dev.layeredsaga.chassis.http;

import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers 503 with {@code Retry-After} while the service has as many requests in flight as fit into its memory: each takes up to
 * 170 kB, most of it Tomcat's, until its response is complete, asynchronous requests included. {@code /actuator} is exempt.
 */
@Order(ConcurrencyLimit.BEHIND_METRICS)
public final class ConcurrencyLimit extends OncePerRequestFilter {

    /** After the metrics filter, which counts refused requests, and before the check of the tokens. */
    static final int BEHIND_METRICS = Ordered.HIGHEST_PRECEDENCE + 10;

    private final Semaphore room;

    /**
     * @param most the maximum number of concurrent requests
     * @throws IllegalArgumentException if {@code most} is less than 1
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
            ProblemWriter.write(response, CommonProblem.OVERLOADED);
            return;
        }
        UntilComplete.filter(request, response, chain, room::release);
    }
}
