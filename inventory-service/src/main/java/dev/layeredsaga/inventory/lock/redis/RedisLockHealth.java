package dev.layeredsaga.inventory.lock.redis;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Instant;
import java.util.Optional;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports the service as up without Redis, because it is slower, not down; the detail {@code degraded} is true during an outage,
 * and {@code since} is its start.
 */
record RedisLockHealth(CircuitBreaker breaker, Degradation degradation) implements HealthIndicator {

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
