package dev.layeredsaga.chassis.http;

import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.springframework.util.Assert;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers 503 with {@code Retry-After} while the service has as many requests in flight as fit into its memory: each takes up to
 * 170 kB, most of it Tomcat's, until its response is complete, asynchronous requests included. Comes after the check of the token, so that a
 * request without one is refused and takes no place. The API description, which needs no token and has large files, has a few places of its
 * own, so that slow readers of it take none from others, and half a minute for each. {@code /actuator} is exempt.
 */
public final class ConcurrencyLimit extends OncePerRequestFilter {

    private static final int MOST_FOR_THE_DESCRIPTION = 20;
    private static final Duration LONGEST_FOR_THE_DESCRIPTION = Duration.ofSeconds(30);

    private final Semaphore room;
    private final Semaphore roomForTheDescription = new Semaphore(MOST_FOR_THE_DESCRIPTION);

    /**
     * @param most the maximum number of concurrent requests
     * @throws IllegalArgumentException if {@code most} is less than 1
     */
    public ConcurrencyLimit(int most) {
        Assert.isTrue(most >= 1, "http.max-concurrent-requests must be at least 1");
        this.room = new Semaphore(most);
    }

    /** Returns true for a path of the API description. */
    private static boolean isDescription(String path) {
        return path.startsWith("/openapi") || path.startsWith("/swagger-ui") || path.equals("/docs");
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().startsWith("/actuator");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        boolean description = isDescription(request.getRequestURI());
        Semaphore places = description ? roomForTheDescription : room;
        if (!places.tryAcquire()) {
            ProblemWriter.write(response, CommonProblem.OVERLOADED);
            return;
        }
        if (description) {
            TimeLimitedResponse limited =
                    new TimeLimitedResponse(response, LONGEST_FOR_THE_DESCRIPTION, System::nanoTime);
            UntilComplete.filter(request, limited, chain, places::release);
            limited.requireRead();
        } else {
            UntilComplete.filter(request, response, chain, places::release);
        }
    }
}
