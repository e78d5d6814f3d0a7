package dev.layeredsaga.inventory.lock;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The locks that are held at the moment.
 *
 * @param since the start of an outage of the lock provider; null if there is none, or if it is not known
 * @param held by key
 * @param complete true if no further key is locked
 */
public record LockReport(State state, @Nullable Instant since, SortedMap<String, Holder> held, boolean complete) {

    /** The answer of the lock provider. */
    public enum State {
        /** The provider has listed its locks. */
        LISTED,
        /** Sections go on without locks, because the provider is unavailable. */
        DEGRADED,
        /** The provider did not answer. */
        UNREADABLE,
        /** The provider cannot list its locks: they are in the memory of each instance, or there are none. */
        NOT_LISTED
    }

    /**
     * The holder of a lock.
     *
     * @param name the instance and the thread
     * @param leaseLeft the time until the lock ends by itself; null if it never does
     * @param stray true if no section can be behind the lock: it never ends by itself, or a thread of this instance holds it
     *     that is in no section
     */
    public record Holder(String name, @Nullable Duration leaseLeft, boolean stray) {}

    /** Creates a report of no locks. */
    public static LockReport without(State state, @Nullable Instant since) {
        return new LockReport(state, since, new TreeMap<>(), false);
    }

    /** Creates a report of all of these locks. */
    public static LockReport listed(Map<String, Holder> held, boolean complete) {
        return new LockReport(State.LISTED, null, new TreeMap<>(held), complete);
    }
}
