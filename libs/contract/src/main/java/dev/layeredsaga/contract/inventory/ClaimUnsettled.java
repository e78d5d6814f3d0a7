package dev.layeredsaga.contract.inventory;

import java.time.Instant;
import java.util.UUID;

/**
 * A saga has held a claim for longer than a saga should last, or the claim is not what its end, as {@link VerifyClaims} says, should
 * have left. Published again at intervals while the claim is held; the orchestrator settles the claim if the saga has ended.
 *
 * @param heldSince the time at which the claim was granted, to the saga or to the customer whose hold it has adopted
 */
public record ClaimUnsettled(UUID claimId, UUID sagaId, Instant heldSince) implements InventoryEvent {}
