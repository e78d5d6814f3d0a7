package dev.layeredsaga.contract.inventory;

/** An event on {@code inventory.events}, which is not a reply to a command. */
public sealed interface InventoryEvent permits ClaimExpired, ClaimUnsettled, ClaimMissing {}
