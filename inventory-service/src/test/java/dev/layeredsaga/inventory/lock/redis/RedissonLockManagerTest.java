package dev.layeredsaga.inventory.lock.redis;

import dev.layeredsaga.inventory.lock.LockManager;
import dev.layeredsaga.inventory.lock.LockManagerContract;
import dev.layeredsaga.inventory.lock.LockingProperties;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.redisson.api.RedissonClient;

class RedissonLockManagerTest extends LockManagerContract {

    @SuppressWarnings("NullAway.Init")
    private static RedissonClient redisson;

    @BeforeAll
    static void connect() {
        redisson = new RedisLockConfiguration()
                .redisson(new RedisProperties(SharedInfrastructure.get().redisUrl()));
    }

    @AfterAll
    static void disconnect() {
        redisson.shutdown();
    }

    @Override
    protected LockManager lockManager(LockingProperties settings) {
        return new RedissonLockManager(redisson, CircuitBreaker.ofDefaults("redis-lock"), settings);
    }
}
