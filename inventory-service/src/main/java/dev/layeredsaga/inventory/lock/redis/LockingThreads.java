package dev.layeredsaga.inventory.lock.redis;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The threads of this instance that acquire, hold or release locks, by their ids. Thread-safe. */
final class LockingThreads {

    private final Set<Long> ids = ConcurrentHashMap.newKeySet();

    void enter() {
        ids.add(Thread.currentThread().threadId());
    }

    void leave() {
        ids.remove(Thread.currentThread().threadId());
    }

    boolean contains(long threadId) {
        return ids.contains(threadId);
    }
}
