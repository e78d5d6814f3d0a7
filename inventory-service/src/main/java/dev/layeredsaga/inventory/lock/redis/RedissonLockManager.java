package dev.layeredsaga.inventory.lock.redis;

import dev.layeredsaga.inventory.lock.LeasedLockManager;
import dev.layeredsaga.inventory.lock.LockWait;
import dev.layeredsaga.inventory.lock.Locked;
import dev.layeredsaga.inventory.lock.LockingProperties;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/**
 * Uses one RLock per key. Free locks are acquired in parallel; from the first that others hold, the locks are acquired one after
 * the other. Does not use a MultiLock, which reports an unreachable Redis as a lock that others hold. A lock without an end, or with
 * a later one than any lease has, belongs to no section, and is removed by the first caller that has waited for it in vain.
 */
final class RedissonLockManager extends LeasedLockManager<RLock> {

    private static final Logger log = LoggerFactory.getLogger(RedissonLockManager.class);
    static final String PREFIX = "inventory:lock:";
    private static final long LONGEST_UNLOCK_MILLIS = 300;
    /** The time to live of a key that has none, as Redis says it. */
    private static final long WITHOUT_END = -1;

    private final RedissonClient redisson;
    private final CircuitBreaker breaker;
    private final UnansweredLocks unanswered;
    private final LockingThreads threads;

    RedissonLockManager(
            RedissonClient redisson,
            CircuitBreaker breaker,
            UnansweredLocks unanswered,
            LockingThreads threads,
            LockingProperties settings) {
        super(settings);
        this.redisson = redisson;
        this.breaker = breaker;
        this.unanswered = unanswered;
        this.threads = threads;
    }

    @Override
    protected <T> @Nullable Locked<T> acquire(SortedSet<String> keys, List<RLock> held) {
        threads.enter();
        LockInTurns turns = new LockInTurns(breaker, unanswered, settings().leaseTime());
        LockWait wait = LockWait.of(settings());
        try {
            List<RLock> wanted = locksOf(keys);
            List<RLock> left = wanted.size() == 1 ? wanted : takeFree(wanted, held);
            if (wait.lockAll(left, held, turns::tryLock)) {
                return null;
            }
            removeIfEndless(wanted.get(held.size()));
            return new Locked.TimedOut<>(settings().waitTime());
        } catch (CallNotPermittedException e) {
            return new Locked.Unavailable<>("the circuit breaker before Redis is open");
        } catch (Exception e) {
            if (isInterruption(e)) {
                Thread.currentThread().interrupt();
                return new Locked.TimedOut<>(settings().waitTime());
            }
            log.warn("no lock from Redis: {}", causeOf(e).toString());
            var unused = unlockAll(held);
            held.clear();
            return new Locked.Unavailable<>(e.toString());
        }
    }

    /**
     * Acquires the free locks, up to the first that is not free: a caller that waits for a lock must not hold a later one, or two
     * callers could deadlock.
     *
     * @return the locks that are left to be acquired
     */
    private List<RLock> takeFree(List<RLock> locks, List<RLock> held) throws Exception {
        new LocksAtOnce(breaker, unanswered, settings().leaseTime()).takeFree(locks, held);
        int inOrder = 0;
        while (inOrder < held.size() && held.get(inOrder).equals(locks.get(inOrder))) {
            inOrder++;
        }
        List<RLock> tooEarly = held.subList(inOrder, held.size());
        join(unlockAll(tooEarly));
        tooEarly.clear();
        return locks.subList(inOrder, locks.size());
    }

    /**
     * Removes a lock that no section can be behind: a client has set it without a lease, or the clock of Redis went back, as that of a
     * promoted replica may. Its holder, if there is one all the same, then rests on {@code @Version} like one that outlives its lease.
     */
    private void removeIfEndless(RLock lock) throws Exception {
        long leftMillis = breaker.executeCallable(lock::remainTimeToLive);
        if (leftMillis == WITHOUT_END || leftMillis > settings().leaseTime().toMillis()) {
            boolean removed = breaker.executeCallable(lock::forceUnlock);
            log.warn(
                    "lock {} would have been kept {}: {}",
                    lock.getName(),
                    leftMillis == WITHOUT_END ? "without end" : "for another " + Duration.ofMillis(leftMillis),
                    removed ? "removed" : "gone meanwhile");
        }
    }

    /** Returns true for an interruption, which Redisson may wrap, and which says nothing about Redis. */
    static boolean isInterruption(Throwable failure) {
        return causeOf(failure) instanceof InterruptedException;
    }

    private static Throwable causeOf(Throwable failure) {
        return NestedExceptionUtils.getMostSpecificCause(failure);
    }

    private List<RLock> locksOf(SortedSet<String> keys) {
        return keys.stream().map(key -> redisson.getLock(PREFIX + key)).toList();
    }

    /**
     * Returns false if one of the locks was no longer held. A lock that cannot be released is released later, or ends with its
     * lease; while Redis is unavailable the caller does not wait for that.
     */
    @Override
    protected boolean release(List<RLock> held) {
        List<CompletableFuture<Boolean>> unlocked = unlockAll(held);
        if (breaker.getState() == State.CLOSED) {
            join(unlocked);
        }
        threads.leave();
        return unlocked.stream().allMatch(unlock -> unlock.getNow(true));
    }

    private static void join(List<CompletableFuture<Boolean>> unlocked) {
        CompletableFuture.allOf(unlocked.toArray(CompletableFuture<?>[]::new))
                .completeOnTimeout(null, LONGEST_UNLOCK_MILLIS, TimeUnit.MILLISECONDS)
                .join();
    }

    /** Unlocks in one round trip. */
    private List<CompletableFuture<Boolean>> unlockAll(List<RLock> held) {
        return held.stream().map(this::unlock).toList();
    }

    private CompletableFuture<Boolean> unlock(RLock lock) {
        long threadId = Thread.currentThread().threadId();
        return lock.unlockAsync(threadId)
                .toCompletableFuture()
                .handle((unused, failure) -> failure == null || wasStillHeld(lock, threadId, failure));
    }

    private boolean wasStillHeld(RLock lock, long threadId, Throwable failure) {
        if (UnansweredLocks.isNotHeld(failure)) {
            return false;
        }
        log.info("lock {} was not released, at worst it ends with its lease: {}", lock.getName(), failure.toString());
        unanswered.add(lock, threadId);
        return true;
    }
}
