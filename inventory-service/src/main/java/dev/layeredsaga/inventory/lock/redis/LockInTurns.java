package dev.layeredsaga.inventory.lock.redis;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;

/**
 * Waits for a lock in short turns, because a client that waits for Redisson's unlock message does not notice an outage of Redis.
 */
record LockInTurns(CircuitBreaker breaker, UnansweredLocks unanswered, Duration lease) {

    private static final Duration TURN = Duration.ofMillis(250);

    /**
     * Returns false if the lock was not acquired within the time.
     *
     * @throws io.github.resilience4j.circuitbreaker.CallNotPermittedException as soon as the breaker is open
     */
    boolean tryLock(RLock lock, Duration wait) throws Exception {
        long end = System.nanoTime() + wait.toNanos();
        for (Duration left = wait; ; left = Duration.ofNanos(Math.max(0, end - System.nanoTime()))) {
            Duration turn = left.compareTo(TURN) < 0 ? left : TURN;
            if (breaker.executeCallable(() -> tryOnce(lock, turn))) {
                return true;
            }
            if (left.compareTo(TURN) <= 0) {
                return false;
            }
        }
    }

    private boolean tryOnce(RLock lock, Duration turn) throws InterruptedException {
        try {
            return lock.tryLock(turn.toMillis(), lease.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RuntimeException | InterruptedException e) {
            unanswered.add(lock, Thread.currentThread().threadId());
            throw e;
        }
    }
}
