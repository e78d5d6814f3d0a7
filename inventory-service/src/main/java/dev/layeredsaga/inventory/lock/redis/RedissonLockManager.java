package dev.layeredsaga.inventory.lock.redis;

import dev.layeredsaga.inventory.lock.LockManager;
import dev.layeredsaga.inventory.lock.Locked;
import dev.layeredsaga.inventory.lock.LockingProperties;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/**
 * One RLock per key. The keys are taken one after the other and not as a MultiLock, which reports an unreachable Redis as
 * a lock that others hold.
 */
final class RedissonLockManager implements LockManager {

    private static final Logger log = LoggerFactory.getLogger(RedissonLockManager.class);
    private static final String PREFIX = "inventory:lock:";

    private final RedissonClient redisson;
    private final CircuitBreaker breaker;
    private final LockingProperties settings;

    RedissonLockManager(RedissonClient redisson, CircuitBreaker breaker, LockingProperties settings) {
        this.redisson = redisson;
        this.breaker = breaker;
        this.settings = settings;
    }

    @Override
    public <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work) {
        List<RLock> held = new ArrayList<>(keys.size());
        try {
            Locked<T> failure = acquire(keys, held);
            return failure == null ? new Locked.Done<>(work.get()) : failure;
        } finally {
            release(held);
        }
    }

    /** Returns null if all keys are locked; {@code held} has those that are, in any case. */
    private <T> @Nullable Locked<T> acquire(SortedSet<String> keys, List<RLock> held) {
        LockWait wait = LockWait.of(settings);
        try {
            boolean all = keys.isEmpty() || breaker.executeCallable(() -> wait.lockAll(locksOf(keys), held));
            return all ? null : new Locked.TimedOut<>(settings.waitTime());
        } catch (CallNotPermittedException e) {
            return new Locked.Unavailable<>("the circuit breaker before Redis is open");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Locked.TimedOut<>(settings.waitTime());
        } catch (Exception e) {
            log.warn(
                    "no lock from Redis: {}",
                    NestedExceptionUtils.getMostSpecificCause(e).toString());
            return new Locked.Unavailable<>(e.toString());
        }
    }

    private List<RLock> locksOf(SortedSet<String> keys) {
        return keys.stream().map(key -> redisson.getLock(PREFIX + key)).toList();
    }

    /** In one round trip. A lock that cannot be released ends with its lease. */
    private static void release(List<RLock> held) {
        CompletableFuture.allOf(held.stream().map(RedissonLockManager::unlock).toArray(CompletableFuture<?>[]::new))
                .join();
    }

    private static CompletableFuture<?> unlock(RLock lock) {
        return lock.unlockAsync().toCompletableFuture().handle((unused, failure) -> {
            if (failure != null) {
                log.info("lock {} was not released but ends with its lease: {}", lock.getName(), failure.toString());
            }
            return null;
        });
    }
}
