package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.saga.StepAttempt;

/**
 * Releases everything that the saga holds, and refuses any claim of this saga that arrives later (a tombstone). Always answered by
 * {@link ClaimReleased}, even if nothing was held.
 */
public record ReleaseClaim(StepAttempt attempt) implements InventoryCommand {}
