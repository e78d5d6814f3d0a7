package dev.layeredsaga.inventory.line;

import java.time.Instant;
import java.util.UUID;

/** What should have ended at that time. */
public record Overdue(UUID id, Instant since) {

    /** Comes before all others. */
    public static final Overdue NONE = new Overdue(new UUID(0, 0), Instant.EPOCH);
}
