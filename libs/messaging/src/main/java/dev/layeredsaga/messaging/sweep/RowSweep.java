package dev.layeredsaga.messaging.sweep;

import dev.layeredsaga.messaging.heartbeat.WakeUp;
import dev.layeredsaga.messaging.time.DatabaseClock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Periodic work on a table whose rows must not hold each other up: they are handled a batch at a time and, where a batch fails, one by one.
 * A row that fails alone is left out for a second, then two, four and so on up to a minute; each time for a second if another transaction
 * or session has it. Every bean of this type is run by {@link Sweeps}, by several instances side by side.
 *
 * @param <K> the key of a row
 */
public interface RowSweep<K> {

    /** The schedule; always the same. */
    Sweep.Schedule schedule();

    /** Returns the time until the next row is due, as far as that is known, once there are none; by default it is not. */
    default Duration untilNext() {
        return DatabaseClock.NOT_KNOWN;
    }

    /** Returns what wakes this sweep while it rests, as {@link Sweep#wokenBy}. */
    default @Nullable WakeUp wokenBy() {
        return null;
    }

    /** Returns the next rows to handle, at most so many, without those named. */
    List<K> find(int limit, Collection<K> except);

    /**
     * Handles rows in transactions of its own. Passes over those that need it no longer, and those that another instance handles.
     *
     * @return the number of rows handled; after none, the rest waits for the next run
     * @throws RuntimeException if they cannot be handled together
     */
    int handle(List<K> rows);
}
