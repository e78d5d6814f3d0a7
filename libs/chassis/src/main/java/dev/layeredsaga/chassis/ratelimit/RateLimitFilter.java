package dev.layeredsaga.chassis.ratelimit;

import dev.layeredsaga.chassis.http.UntilComplete;
import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemWriter;
import dev.layeredsaga.chassis.security.Caller;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers 429 with {@code Retry-After} to callers that exceed {@link RateLimits}, in rate or in concurrent requests. Runs after
 * the check of the tokens: refusing a request without a token is cheaper than counting it.
 */
public final class RateLimitFilter extends OncePerRequestFilter {

    private final RateLimits limits;

    public RateLimitFilter(RateLimits limits) {
        this.limits = limits;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        if (authentication == null) {
            chain.doFilter(request, response);
            return;
        }
        Caller caller = Caller.of(authentication);
        Duration wait = limits.take(caller);
        if (!wait.isZero()) {
            refuse(response, wait);
        } else if (limits.begin(caller)) {
            UntilComplete.filter(request, response, chain, () -> limits.ended(caller));
        } else {
            refuse(response, Duration.ofSeconds(1));
        }
    }

    private static void refuse(HttpServletResponse response, Duration wait) throws IOException {
        long seconds = wait.plusSeconds(1).minusNanos(1).toSeconds();
        response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
        ProblemWriter.write(response, CommonProblem.RATE_LIMITED);
    }
}
