package dev.layeredsaga.inventory.lock.redis;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;

/**
 * Requests several locks in parallel, without waiting for any that others hold: nearly always all are free, and then they cost
 * one round trip instead of one each.
 */
record LocksAtOnce(CircuitBreaker breaker, UnansweredLocks unanswered, Duration lease) {

    /** The number of connections to Redis: a request that has to wait for one counts as an outage of Redis. */
    static final int MOST = 32;

    /**
     * Tries to acquire all of the locks.
     *
     * @param held receives those that were free, also if this fails with others
     * @throws io.github.resilience4j.circuitbreaker.CallNotPermittedException if the breaker is open
     */
    void takeFree(List<RLock> locks, List<RLock> held) throws Exception {
        for (int from = 0; from < locks.size(); from += MOST) {
            List<RLock> some = locks.subList(from, Math.min(from + MOST, locks.size()));
            breaker.executeCallable(() -> {
                takeFreeOf(some, held);
                return held;
            });
        }
    }

    private void takeFreeOf(List<RLock> locks, List<RLock> held) throws Exception {
        long threadId = Thread.currentThread().threadId();
        List<CompletableFuture<Boolean>> taken = new ArrayList<>(locks.size());
        for (RLock lock : locks) {
            taken.add(lock.tryLockAsync(0, lease.toMillis(), TimeUnit.MILLISECONDS, threadId)
                    .toCompletableFuture());
        }
        try {
            CompletableFuture.allOf(taken.toArray(CompletableFuture<?>[]::new)).get();
        } finally {
            for (int i = 0; i < locks.size(); i++) {
                CompletableFuture<Boolean> answer = taken.get(i);
                if (answer.state() != Future.State.SUCCESS) {
                    unanswered.add(locks.get(i), threadId);
                } else if (answer.join()) {
                    held.add(locks.get(i));
                }
            }
        }
    }
}
