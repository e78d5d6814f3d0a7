package dev.layeredsaga.inventory.lock.redis;

import dev.layeredsaga.inventory.lock.CounterGate;
import dev.layeredsaga.inventory.lock.LockManager;
import dev.layeredsaga.inventory.lock.LockingProperties;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
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
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Configures the lock in Redis, unless the application has a lock manager of its own. */
@AutoConfiguration
@ConditionalOnProperty(name = "inventory.locking.provider", havingValue = "redis", matchIfMissing = true)
@ConditionalOnMissingBean(LockManager.class)
@Import({Degradation.class, UnansweredLocks.class, LockingThreads.class, RedisLockInspector.class})
public class RedisLockConfiguration {

    private static final Logger log = LoggerFactory.getLogger(RedisLockConfiguration.class);
    private static final String BREAKER = "redis-lock";

    // the probe closes the breaker; the breaker's own half-open state would test with requests
    private static final Duration NEVER_BY_ITSELF = Duration.ofDays(36_500);

    /** Connects at the first lock, so that the service also starts and works without Redis. */
    @Bean(destroyMethod = "shutdown")
    RedissonClient redisson(RedisProperties settings) {
        Config config = new Config().setLazyInitialization(true).setThreads(2).setNettyThreads(1);
        // detects an outage within a third of a second, whatever the wait time for a lock
        config.useSingleServer()
                .setAddress(settings.url())
                .setTimeout(300)
                .setConnectTimeout(500)
                .setRetryAttempts(1)
                // half of it is the tick of Redisson's timer, at rest too
                .setRetryDelay(new ConstantDelay(Duration.ofMillis(100)))
                .setConnectionMinimumIdleSize(2)
                .setConnectionPoolSize(LocksAtOnce.MOST)
                .setSubscriptionConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionPoolSize(8);
        return Redisson.create(config);
    }

    @Bean
    CircuitBreakerRegistry circuitBreakers() {
        return CircuitBreakerRegistry.of(CircuitBreakerConfig.custom()
                .slidingWindowSize(6)
                .minimumNumberOfCalls(3)
                .failureRateThreshold(50)
                .waitDurationInOpenState(NEVER_BY_ITSELF)
                .ignoreException(RedissonLockManager::isInterruption)
                .build());
    }

    @Bean
    CircuitBreaker redisLockBreaker(CircuitBreakerRegistry breakers, Degradation degradation) {
        CircuitBreaker breaker = breakers.circuitBreaker(BREAKER);
        breaker.getEventPublisher().onStateTransition(event -> {
            log.warn(
                    "circuit breaker before Redis: {}; unless closed, sections go on without RLock, on @Version alone",
                    event.getStateTransition());
            note(event.getStateTransition().getToState(), degradation);
        });
        return breaker;
    }

    private static void note(State state, Degradation degradation) {
        if (state == State.CLOSED) {
            degradation.end();
        } else {
            degradation.begin();
        }
    }

    @Bean
    MeterBinder circuitBreakerMetrics(CircuitBreakerRegistry breakers) {
        return TaggedCircuitBreakerMetrics.ofCircuitBreakerRegistry(breakers);
    }

    @Bean
    LockManager lockManager(
            RedissonClient redisson,
            CircuitBreaker breaker,
            UnansweredLocks unanswered,
            LockingThreads threads,
            LockingProperties settings) {
        return new RedissonLockManager(redisson, breaker, unanswered, threads, settings);
    }

    @Bean
    @ConditionalOnBooleanProperty("inventory.locking.counter-gate")
    CounterGate counterGate(RedissonClient redisson, CircuitBreaker breaker) {
        return new RedisCounterGate(redisson, breaker);
    }

    @Bean
    RedisProbe redisProbe(
            RedissonClient redisson, CircuitBreaker breaker, UnansweredLocks unanswered, RedisProperties settings) {
        return new RedisProbe(redisson, breaker, unanswered, settings.probeInterval());
    }

    @Bean
    RedisLockHealth redisLockHealthIndicator(CircuitBreaker breaker, Degradation degradation) {
        return new RedisLockHealth(breaker, degradation);
    }
}
