package dev.layeredsaga.messaging.inventory;

import java.time.Instant;
import java.util.UUID;

/**
 * A saga has held a claim for so long that it should have ended. Published again at intervals for as long as it is held; the orchestrator
 * settles it if the saga has ended.
 *
 * @param heldSince when the claim was granted, to the saga or to the customer whose hold it has adopted
 */
public record ClaimUnsettled(UUID claimId, UUID sagaId, Instant heldSince) implements InventoryEvent {}
