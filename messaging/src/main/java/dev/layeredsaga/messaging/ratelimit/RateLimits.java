package dev.layeredsaga.messaging.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.layeredsaga.messaging.security.Caller;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A token bucket for each caller: it fills evenly, and each request takes one token out. Kept in memory, so each instance counts for
 * itself. Thread-safe.
 */
public final class RateLimits {

    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);
    private static final int CALLERS = 100_000;

    private final Cache<Caller, Bucket> buckets = Caffeine.newBuilder()
            .expireAfterAccess(FORGOTTEN_AFTER)
            .maximumSize(CALLERS)
            .build();
    private final Map<Caller, Integer> underWay = new ConcurrentHashMap<>();
    private final RateLimitProperties settings;
    private final TimeMeter clock;

    public RateLimits(RateLimitProperties settings) {
        this(settings, TimeMeter.SYSTEM_NANOTIME);
    }

    RateLimits(RateLimitProperties settings, TimeMeter clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /** Takes one token out: zero, or for how long there will be none. */
    Duration take(Caller caller) {
        Bucket bucket = Objects.requireNonNull(buckets.get(caller, this::fullBucket));
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
        return probe.isConsumed() ? Duration.ZERO : Duration.ofNanos(probe.getNanosToWaitForRefill());
    }

    /** Counts one more request of the caller as under way, until {@link #ended}; false if there are as many as may be. */
    boolean begin(Caller caller) {
        if (caller.isOperator()) {
            return true;
        }
        int count = underWay.merge(caller, 1, Integer::sum);
        if (count > settings.customerConcurrent()) {
            ended(caller);
            return false;
        }
        return true;
    }

    void ended(Caller caller) {
        underWay.computeIfPresent(caller, (same, count) -> count == 1 ? null : count - 1);
    }

    private Bucket fullBucket(Caller caller) {
        return caller.isOperator()
                ? bucket(settings.operatorPerSecond(), settings.operatorBurst())
                : bucket(settings.customerPerSecond(), settings.customerBurst());
    }

    private Bucket bucket(int perSecond, int burst) {
        return Bucket.builder()
                .withCustomTimePrecision(clock)
                .addLimit(limit -> limit.capacity(burst).refillGreedy(perSecond, Duration.ofSeconds(1)))
                .build();
    }
}
