package dev.layeredsaga.messaging.sweep;

import dev.layeredsaga.messaging.heartbeat.WakeUp;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Periodic work on a table: finds rows and handles them, in batches that fail as a whole. Every bean of this type is run by {@link Sweeps}. Instances of a
 * service run it side by side, so rows are locked with {@code FOR UPDATE SKIP LOCKED} or changed by one statement.
 */
public interface Sweep {

    /** The schedule; always the same. */
    Schedule schedule();

    /**
     * Returns what wakes this sweep while it rests; null, the default, for each commit that publishes messages. What makes rows says
     * there when they are due.
     */
    default @Nullable WakeUp wokenBy() {
        return null;
    }

    /**
     * Handles the next rows in the current transaction.
     *
     * @return the number of rows found; if it is the size of a batch there may be more, and another batch follows
     * @throws RuntimeException to have the batch rolled back, and the rest left to the next run
     */
    int sweep();

    /**
     * The times and batches of a sweep.
     *
     * @param rows what the rows are, for logs, the heartbeat and the meter: "payments to settle", for example
     * @param interval the pause between two runs, and before the first
     * @param batchSize the most rows of one batch
     */
    record Schedule(String rows, Duration interval, int batchSize) {}
}
