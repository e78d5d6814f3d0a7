package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.saga.SagaCommand;

/** A command to the inventory, on {@code inventory.commands}. */
public sealed interface InventoryCommand extends SagaCommand
        permits ClaimStock, AdoptClaim, ConfirmClaim, ExtendClaim, ReleaseClaim {}
