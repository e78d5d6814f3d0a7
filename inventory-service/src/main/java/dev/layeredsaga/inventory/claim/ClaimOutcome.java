package dev.layeredsaga.inventory.claim;

import java.time.Instant;

/** What became of a {@link ClaimCommand}. */
public sealed interface ClaimOutcome {

    /** Done, now or before; this is how the claim stands. */
    record Granted(ClaimSnapshot claim) implements ClaimOutcome {}

    record Refused(Refusal refusal) implements ClaimOutcome {}

    /**
     * It waits in line; {@link WaiterAnswers} tells what comes of it.
     *
     * @param busy what it waits for
     * @param ahead how many were in that item's line before
     */
    record Queued(Refusal.Busy busy, int ahead, Instant givesUpAt) implements ClaimOutcome {}
}
