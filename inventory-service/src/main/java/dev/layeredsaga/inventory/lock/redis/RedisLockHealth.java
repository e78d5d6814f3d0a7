package dev.layeredsaga.inventory.lock.redis;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Without Redis the service is slower, not down; the detail {@code degraded} says which. */
final class RedisLockHealth implements HealthIndicator {

    private final CircuitBreaker breaker;

    RedisLockHealth(CircuitBreaker breaker) {
        this.breaker = breaker;
    }

    @Override
    public Health health() {
        State state = breaker.getState();
        return Health.up()
                .withDetail("degraded", state != State.CLOSED)
                .withDetail("circuitBreaker", state.name())
                .build();
    }
}
