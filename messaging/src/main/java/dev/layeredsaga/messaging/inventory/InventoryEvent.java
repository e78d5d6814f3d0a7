package dev.layeredsaga.messaging.inventory;

/** What the inventory tells unasked, on {@code inventory.events}. */
public sealed interface InventoryEvent permits ClaimExpired, ClaimUnsettled {}
