package dev.layeredsaga.messaging.outbox;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The targets whose messages this process has recently sent to the {@link StuckTable} instead of the broker. A transaction that reads
 * the table with its insertion finds them there; this covers those that have read it before the messages got there. Empty unless
 * something has just got stuck. Thread-safe.
 */
final class Diversions {

    private final Map<Target, Entry> entries = new HashMap<>();
    private volatile boolean none = true;

    private static final class Entry {

        private int pending;
        private long settledAt;
    }

    boolean contains(String topic, String key) {
        if (none) {
            return false;
        }
        synchronized (this) {
            return entries.containsKey(new Target(topic, key));
        }
    }

    /** A message of this target is going to be written to the table. */
    synchronized void begin(Target target) {
        entries.computeIfAbsent(target, ignored -> new Entry()).pending++;
        none = false;
    }

    /**
     * Messages that were {@link #begin begun} are committed to the table, or held back by other means.
     *
     * @param number transactions with this number, or a lower one, may have read the table before
     */
    synchronized void settle(Collection<Target> targets, long number) {
        for (Target target : targets) {
            Entry entry = entries.get(target);
            if (entry != null) {
                entry.pending--;
                entry.settledAt = number;
            }
        }
    }

    /** Forgets what every transaction from this number on finds in the table. */
    synchronized void forgetBefore(long number) {
        entries.values().removeIf(entry -> entry.pending == 0 && entry.settledAt < number);
        none = entries.isEmpty();
    }
}
