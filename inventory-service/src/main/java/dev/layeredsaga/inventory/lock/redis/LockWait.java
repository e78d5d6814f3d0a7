package dev.layeredsaga.inventory.lock.redis;

import dev.layeredsaga.inventory.lock.LockingProperties;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;

/** One wait for several locks: what the first takes, the others no longer have. */
record LockWait(long deadlineNanos, long leaseMillis) {

    static LockWait of(LockingProperties settings) {
        return new LockWait(
                System.nanoTime() + settings.waitTime().toNanos(),
                settings.leaseTime().toMillis());
    }

    /** Returns false at the first lock that could not be had in time; {@code held} has those that could. */
    boolean lockAll(List<RLock> locks, List<RLock> held) throws InterruptedException {
        for (RLock lock : locks) {
            if (!lock.tryLock(remainingMillis(), leaseMillis, TimeUnit.MILLISECONDS)) {
                return false;
            }
            held.add(lock);
        }
        return true;
    }

    private long remainingMillis() {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime()));
    }
}
