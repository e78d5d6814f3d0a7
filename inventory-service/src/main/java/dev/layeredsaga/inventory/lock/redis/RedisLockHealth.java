package dev.layeredsaga.inventory.lock.redis;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Instant;
import java.util.Optional;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Without Redis the service is slower, not down; the detail {@code degraded} says which, and {@code since} how long it has been.
 */
final class RedisLockHealth implements HealthIndicator {

    private final CircuitBreaker breaker;
    private final Degradation degradation;

    RedisLockHealth(CircuitBreaker breaker, Degradation degradation) {
        this.breaker = breaker;
        this.degradation = degradation;
    }

    @Override
    public Health health() {
        Optional<Instant> since = degradation.since();
        Health.Builder health = Health.up()
                .withDetail("degraded", since.isPresent())
                .withDetail("circuitBreaker", breaker.getState().name());
        since.ifPresent(start -> health.withDetail("since", start));
        return health.build();
    }
}
