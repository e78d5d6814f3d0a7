package dev.layeredsaga.chassis.http;

import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.springframework.core.annotation.Order;
import org.springframework.util.Assert;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers 503 with {@code Retry-After} while the service has as many requests in flight as fit into its memory: each takes up to
 * 170 kB, most of it Tomcat's, until its response is complete, asynchronous requests included. Comes after the check of the token, so that a
 * request without one is refused and takes no place, unless its address is open. Those have places of their own, 30 for each first segment of
 * the path, and half a minute to read the response: slow clients without a token take none of the other addresses' places, nor of callers
 * with one. {@code /actuator} is exempt. Thread-safe.
 */
@Order(BodyFilter.AFTER_SECURITY - 1)
public final class ConcurrencyLimit extends OncePerRequestFilter {

    private static final int MOST_WITHOUT_A_TOKEN = 30;
    private static final Duration LONGEST_WITHOUT_A_TOKEN = Duration.ofSeconds(30);

    private final Semaphore room;
    /** By first segment, decoded; there are few, as every other address is refused without a token. */
    private final Map<String, Semaphore> openRooms = new ConcurrentHashMap<>();

    /**
     * @param most the maximum number of concurrent requests with a token
     * @throws IllegalArgumentException if {@code most} is less than 1
     */
    public ConcurrencyLimit(int most) {
        Assert.isTrue(most >= 1, "http.max-concurrent-requests must be at least 1");
        this.room = new Semaphore(most);
    }

    private Semaphore openRoom(String path) {
        int end = path.indexOf('/', 1);
        return openRooms.computeIfAbsent(
                end < 0 ? path : path.substring(0, end), segment -> new Semaphore(MOST_WITHOUT_A_TOKEN));
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().startsWith("/actuator");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        boolean open = request.getUserPrincipal() == null;
        Semaphore places = open ? openRoom(request.getServletPath()) : room;
        if (!places.tryAcquire()) {
            ProblemWriter.write(response, CommonProblem.OVERLOADED);
            return;
        }
        if (open) {
            TimeLimitedResponse limited = new TimeLimitedResponse(response, LONGEST_WITHOUT_A_TOKEN, System::nanoTime);
            UntilComplete.filter(request, limited, chain, places::release);
            limited.requireRead();
        } else {
            UntilComplete.filter(request, response, chain, places::release);
        }
    }
}
