package dev.layeredsaga.messaging.inventory;

/** An event on {@code inventory.events}, which answers no command. */
public sealed interface InventoryEvent permits ClaimExpired, ClaimUnsettled {}
