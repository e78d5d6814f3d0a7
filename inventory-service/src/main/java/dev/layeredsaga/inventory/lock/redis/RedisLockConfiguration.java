package dev.layeredsaga.inventory.lock.redis;

import dev.layeredsaga.inventory.lock.LockManager;
import dev.layeredsaga.inventory.lock.LockingProperties;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the lock in Redis together. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "inventory.locking.provider", havingValue = "redis", matchIfMissing = true)
class RedisLockConfiguration {

    private static final Logger log = LoggerFactory.getLogger(RedisLockConfiguration.class);
    private static final String BREAKER = "redis-lock";

    /** Connects at the first lock, so that the service starts and works without Redis, too. */
    @Bean(destroyMethod = "shutdown")
    RedissonClient redisson(RedisProperties settings) {
        Config config = new Config().setLazyInitialization(true).setThreads(4).setNettyThreads(4);
        // an outage is noticed within a third of a second, whatever the wait time for a lock
        config.useSingleServer()
                .setAddress(settings.url())
                .setTimeout(300)
                .setConnectTimeout(500)
                .setRetryAttempts(1)
                .setRetryDelay(new ConstantDelay(Duration.ofMillis(50)))
                .setConnectionMinimumIdleSize(2)
                .setConnectionPoolSize(32)
                .setSubscriptionConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionPoolSize(8);
        return Redisson.create(config);
    }

    @Bean
    CircuitBreakerRegistry circuitBreakers() {
        return CircuitBreakerRegistry.of(CircuitBreakerConfig.custom()
                .slidingWindowSize(10)
                .minimumNumberOfCalls(3)
                .failureRateThreshold(50)
                .waitDurationInOpenState(Duration.ofSeconds(2))
                .permittedNumberOfCallsInHalfOpenState(2)
                .ignoreExceptions(InterruptedException.class)
                .build());
    }

    @Bean
    CircuitBreaker redisLockBreaker(CircuitBreakerRegistry breakers) {
        CircuitBreaker breaker = breakers.circuitBreaker(BREAKER);
        breaker.getEventPublisher()
                .onStateTransition(event -> log.warn(
                        "circuit breaker before Redis: {}; unless closed, sections go on without RLock, on @Version alone",
                        event.getStateTransition()));
        return breaker;
    }

    @Bean
    MeterBinder circuitBreakerMetrics(CircuitBreakerRegistry breakers) {
        return TaggedCircuitBreakerMetrics.ofCircuitBreakerRegistry(breakers);
    }

    @Bean
    LockManager lockManager(RedissonClient redisson, CircuitBreaker breaker, LockingProperties settings) {
        return new RedissonLockManager(redisson, breaker, settings);
    }

    @Bean
    RedisLockHealth redisLockHealthIndicator(CircuitBreaker breaker) {
        return new RedisLockHealth(breaker);
    }
}
