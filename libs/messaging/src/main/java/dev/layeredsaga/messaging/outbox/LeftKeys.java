package dev.layeredsaga.messaging.outbox;

import java.util.Arrays;
import java.util.Collection;

/**
 * The keys of rows that are sent by others than this process's memory, until those rows are gone. Fixed in size: a key is remembered
 * by its hash, and a key that is taken for another is delayed a little. Not thread-safe.
 */
final class LeftKeys {

    private final long[] rowOfSlot = new long[1 << 16];
    private long latest;
    private long lowest = 1;

    void add(Collection<String> keys, long row) {
        keys.forEach(key -> rowOfSlot[slot(key)] = Math.max(rowOfSlot[slot(key)], row));
        latest = Math.max(latest, row);
        lowest = Math.min(lowest, row);
    }

    boolean contains(String key) {
        return rowOfSlot[slot(key)] >= lowest;
    }

    boolean isEmpty() {
        return latest < lowest;
    }

    /** Forgets the keys of all lower rows. */
    void goneBelow(long row) {
        lowest = row;
        if (isEmpty()) {
            Arrays.fill(rowOfSlot, 0);
            latest = 0;
            lowest = 1;
        }
    }

    private int slot(String key) {
        int hash = key.hashCode();
        return (hash ^ (hash >>> 16)) & (rowOfSlot.length - 1);
    }
}
