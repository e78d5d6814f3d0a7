package dev.layeredsaga.messaging.inventory;

import dev.layeredsaga.messaging.saga.StepAttempt;

/**
 * Releases everything that the saga holds, and refuses any claim of this saga that arrives later (a tombstone). Always answered by
 * {@link ClaimReleased}, even if nothing was held.
 */
public record ReleaseClaim(StepAttempt attempt) implements InventoryCommand {}
