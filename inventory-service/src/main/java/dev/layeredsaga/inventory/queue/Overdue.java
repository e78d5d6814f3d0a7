package dev.layeredsaga.inventory.queue;

import java.time.Instant;
import java.util.UUID;

/** A claim or waiter that should have ended at that time. */
public record Overdue(UUID id, Instant since) {

    /** Sorts before all others. */
    public static final Overdue NONE = new Overdue(new UUID(0, 0), Instant.EPOCH);
}
