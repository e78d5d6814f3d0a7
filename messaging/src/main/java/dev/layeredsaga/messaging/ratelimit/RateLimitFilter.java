package dev.layeredsaga.messaging.ratelimit;

import dev.layeredsaga.messaging.http.CommonProblem;
import dev.layeredsaga.messaging.http.ProblemWriter;
import dev.layeredsaga.messaging.security.Caller;
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
 * Refuses with 429 and {@code Retry-After} who asks for more than {@link RateLimits} allow. Its place is behind the check of the
 * tokens; whoever has none is refused elsewhere, and more cheaply than counted.
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
        Duration wait = authentication == null ? Duration.ZERO : limits.take(Caller.of(authentication));
        if (wait.isZero()) {
            chain.doFilter(request, response);
        } else {
            long seconds = wait.plusSeconds(1).minusNanos(1).toSeconds();
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
            ProblemWriter.write(response, CommonProblem.RATE_LIMITED);
        }
    }
}
