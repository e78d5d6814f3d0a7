package dev.layeredsaga.inventory.lock.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.lock.LockManager;
import dev.layeredsaga.inventory.lock.LockManagerContract;
import dev.layeredsaga.inventory.lock.Locked;
import dev.layeredsaga.inventory.lock.LockingProperties;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RMap;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;

class RedissonLockManagerTest extends LockManagerContract {

    @SuppressWarnings("NullAway.Init")
    private static RedissonClient redisson;

    @BeforeAll
    static void connect() {
        redisson = client();
    }

    @AfterAll
    static void disconnect() {
        redisson.shutdown();
    }

    @Override
    protected LockManager lockManager(LockingProperties settings) {
        return lockManager(redisson, settings);
    }

    @Test
    void doesNotTakeAFailureToUnlockForAnOverrun() {
        RedissonClient failing = client();
        LockManager locks = lockManager(
                failing,
                new LockingProperties(LockingProperties.Provider.REDIS, Duration.ofSeconds(2), Duration.ofSeconds(3)));
        Locked<String> unlockFailed = locks.withLock(keys("left-to-its-lease"), () -> {
            failing.shutdown();
            return "done";
        });
        assertThat(unlockFailed).isEqualTo(new Locked.Done<>("done"));
    }

    @Test
    void removesALockWithoutAnEndAfterOneWaitInVain() {
        RMap<String, String> lock = endlessLock();
        assertThat(lock.remainTimeToLive()).isNegative();
        waitInVainFor(lock);
        assertThat(lock.isExists()).isFalse();
    }

    @Test
    void removesALockThatOutlivesAnyLease() {
        RMap<String, String> lock = endlessLock();
        lock.expire(Duration.ofHours(1));
        waitInVainFor(lock);
        assertThat(lock.isExists()).isFalse();
    }

    @Test
    void leavesALockThatASectionMayHold() {
        RMap<String, String> lock = endlessLock();
        lock.expire(Duration.ofMinutes(1));
        waitInVainFor(lock);
        assertThat(lock.isExists()).isTrue();
    }

    private static RMap<String, String> endlessLock() {
        RMap<String, String> lock =
                redisson.getMap(RedissonLockManager.PREFIX + UUID.randomUUID(), StringCodec.INSTANCE);
        lock.put("nobody:1", "1");
        return lock;
    }

    private void waitInVainFor(RMap<String, String> lock) {
        String key = lock.getName().substring(RedissonLockManager.PREFIX.length());
        assertThat(lockManager("PT0.1S", "PT2M").withLock(keys(key), () -> "done"))
                .isInstanceOf(Locked.TimedOut.class);
    }

    /** The service's client, but for how soon it takes silence for an outage: here a busy machine is none. */
    private static RedissonClient client() {
        RedissonClient impatient = new RedisLockConfiguration()
                .redisson(new RedisProperties(SharedInfrastructure.get().redisUrl(), Duration.ofSeconds(5)));
        Config config = impatient.getConfig();
        impatient.shutdown();
        // the delay between two tries also bounds the wait for a connection of the pool
        config.useSingleServer()
                .setTimeout(30_000)
                .setConnectTimeout(30_000)
                .setRetryDelay(new ConstantDelay(Duration.ofSeconds(10)));
        return Redisson.create(config);
    }

    private static LockManager lockManager(RedissonClient client, LockingProperties settings) {
        return new RedissonLockManager(
                client, CircuitBreaker.ofDefaults("redis-lock"), new UnansweredLocks(), new LockingThreads(), settings);
    }
}
