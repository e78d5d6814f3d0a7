package dev.layeredsaga.contract.inventory;

import java.util.UUID;

/** A saga was completed, as {@link VerifyClaims} says, but has no claim, neither held nor sold. */
public record ClaimMissing(UUID sagaId) implements InventoryEvent {}
