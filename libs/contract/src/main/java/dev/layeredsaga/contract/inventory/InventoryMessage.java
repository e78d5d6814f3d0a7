package dev.layeredsaga.contract.inventory;

/** A message on {@code inventory.commands}. */
public sealed interface InventoryMessage permits InventoryCommand, VerifyClaims {}
