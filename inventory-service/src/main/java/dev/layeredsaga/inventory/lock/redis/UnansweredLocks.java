package dev.layeredsaga.inventory.lock.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import org.redisson.api.RLock;
import org.springframework.core.NestedExceptionUtils;

/**
 * Locks for which Redis did not answer a lock or unlock request. Redis may hold them, or still grant them once it resumes, for
 * threads that have continued without them; all others would wait for a whole lease. Thread-safe.
 */
final class UnansweredLocks {

    // a few per request in flight when the outage begins; locks beyond this limit end with their lease
    private static final int MOST = 1_000;

    // a request may arrive after a later request on another connection
    private static final int PROBES = 4;

    private final Queue<Unanswered> locks = new ArrayBlockingQueue<>(MOST);

    private record Unanswered(RLock lock, long threadId, int probes) {

        Unanswered probed() {
            return new Unanswered(lock, threadId, probes + 1);
        }
    }

    /** @param threadId the thread that requested the lock, which need not be the current one */
    void add(RLock lock, long threadId) {
        keep(new Unanswered(lock, threadId, 0));
    }

    /**
     * Unlocks those that are held after all. Locks that are not held are checked a few times more; a check without an answer does
     * not count.
     */
    void giveBack() {
        List<CompletableFuture<?>> unlocked = new ArrayList<>();
        for (int i = locks.size(); i > 0; i--) {
            Unanswered next = locks.poll();
            if (next != null) {
                unlocked.add(giveBack(next));
            }
        }
        CompletableFuture.allOf(unlocked.toArray(CompletableFuture<?>[]::new)).join();
    }

    private CompletableFuture<?> giveBack(Unanswered one) {
        return one.lock()
                .unlockAsync(one.threadId())
                .toCompletableFuture()
                .handle((unused, failure) -> failure != null && keep(isNotHeld(failure) ? one.probed() : one));
    }

    /** Returns true if Redis answered that the lock is not held. */
    static boolean isNotHeld(Throwable failure) {
        return NestedExceptionUtils.getMostSpecificCause(failure) instanceof IllegalMonitorStateException;
    }

    private boolean keep(Unanswered one) {
        return one.probes() < PROBES && locks.offer(one);
    }
}
