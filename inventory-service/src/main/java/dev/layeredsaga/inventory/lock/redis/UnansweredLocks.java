package dev.layeredsaga.inventory.lock.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import org.redisson.api.RLock;
import org.springframework.core.NestedExceptionUtils;

/**
 * Locks that Redis was asked for, or asked to release, without an answer. It may hold them, or still grant them once it goes on,
 * for threads that have long gone on without, and until a whole lease is over everybody else would wait. Thread-safe.
 */
final class UnansweredLocks {

    // a few per request in flight when the outage begins; what does not fit ends with its lease
    private static final int MOST = 1_000;

    // what was sent on one connection may arrive after what was sent later on another
    private static final int LOOKS = 4;

    private final Queue<Unanswered> locks = new ArrayBlockingQueue<>(MOST);

    private record Unanswered(RLock lock, long threadId, int looks) {

        Unanswered afterALook() {
            return new Unanswered(lock, threadId, looks + 1);
        }
    }

    /** @param threadId of the thread that wanted the lock, which need not be the present one */
    void add(RLock lock, long threadId) {
        keep(new Unanswered(lock, threadId, 0));
    }

    /**
     * Unlocks those that are held after all. Those that are not held are looked at a few times more; if Redis does not answer,
     * that was no look.
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
                .handle((unused, failure) -> failure != null && keep(isNotHeld(failure) ? one.afterALook() : one));
    }

    /** That, too, is an answer. */
    static boolean isNotHeld(Throwable failure) {
        return NestedExceptionUtils.getMostSpecificCause(failure) instanceof IllegalMonitorStateException;
    }

    private boolean keep(Unanswered one) {
        return one.looks() < LOOKS && locks.offer(one);
    }
}
