package dev.layeredsaga.chassis.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.layeredsaga.chassis.security.Caller;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A token bucket for each caller: it refills evenly, and each request takes one token. The buckets are in memory, so each instance
 * counts separately. Thread-safe.
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

    /** Takes one token. Returns zero, or the time until a token is available. */
    Duration take(Caller caller) {
        Bucket bucket = Objects.requireNonNull(buckets.get(caller, this::fullBucket));
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
        return probe.isConsumed() ? Duration.ZERO : Duration.ofNanos(probe.getNanosToWaitForRefill());
    }

    /** Counts a request of the caller as in flight until {@link #ended}. Returns false if the limit is reached. */
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
