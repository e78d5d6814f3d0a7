package dev.layeredsaga.messaging.inventory;

import dev.layeredsaga.messaging.saga.StepAttempt;

/**
 * Give back whatever the saga holds, and refuse any claim of this saga that arrives later (a tombstone). Always answered by
 * {@link ClaimReleased}, whether or not anything was held.
 */
public record ReleaseClaim(StepAttempt attempt) implements InventoryCommand {}
