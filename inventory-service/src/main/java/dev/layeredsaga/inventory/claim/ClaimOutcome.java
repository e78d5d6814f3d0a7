package dev.layeredsaga.inventory.claim;

/** What became of a {@link ClaimCommand}. */
public sealed interface ClaimOutcome {

    /** Done, now or before; this is how the claim stands. */
    record Granted(ClaimSnapshot claim) implements ClaimOutcome {}

    record Refused(Refusal refusal) implements ClaimOutcome {}
}
