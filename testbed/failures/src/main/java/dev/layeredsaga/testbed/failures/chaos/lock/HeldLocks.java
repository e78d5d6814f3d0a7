package dev.layeredsaga.testbed.failures.chaos.lock;

import dev.layeredsaga.testbed.failures.audit.seen.LocksSeen.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The holders of each lock and their holding times, from sample to sample. Thread-safe. */
final class HeldLocks {

    private final List<Held> ended = new ArrayList<>();
    private Map<String, Holding> current = new HashMap<>();
    private long samples;

    private record Holding(RedisLocks.Lock last, long since, long until, Duration longestTtl) {

        Held toHeld() {
            return new Held(last.key(), Duration.ofNanos(until - since), longestTtl);
        }

        /** A time to live that has grown means that the lock was given back and taken again. */
        boolean goesOnAs(RedisLocks.Lock lock) {
            return lock.ttl().compareTo(last.ttl()) <= 0;
        }
    }

    synchronized void seen(List<RedisLocks.Lock> locks, long now) {
        samples++;
        Map<String, Holding> next = new HashMap<>();
        for (RedisLocks.Lock lock : locks) {
            String name = lock.key() + " " + lock.holder();
            Holding before = current.get(name);
            if (before != null && before.goesOnAs(lock)) {
                next.put(name, new Holding(lock, before.since(), now, before.longestTtl()));
                current.remove(name);
            } else {
                next.put(name, new Holding(lock, now, now, lock.ttl()));
            }
        }
        interrupted();
        current = next;
    }

    /** Ends the holdings seen so far. */
    synchronized void interrupted() {
        current.values().forEach(holding -> ended.add(holding.toHeld()));
        current = new HashMap<>();
    }

    synchronized long samples() {
        return samples;
    }

    synchronized List<Held> all() {
        interrupted();
        return List.copyOf(ended);
    }
}
