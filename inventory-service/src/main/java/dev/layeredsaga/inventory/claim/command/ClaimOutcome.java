package dev.layeredsaga.inventory.claim.command;

import java.time.Instant;

/** The result of a {@link ClaimCommand}. */
public sealed interface ClaimOutcome {

    /** The command was done, now or before; the claim is in its current state. */
    record Granted(ClaimSnapshot claim) implements ClaimOutcome {}

    /** Sold stock has come back, now or before. */
    record Restored() implements ClaimOutcome {}

    record Refused(Refusal refusal) implements ClaimOutcome {}

    /**
     * The saga waits in the queue; the result is published later.
     *
     * @param busy the item that it waits for
     * @param ahead the number of waiters ahead of it in that item's queue
     */
    record Queued(Refusal.Busy busy, int ahead, Instant givesUpAt) implements ClaimOutcome {}
}
