package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.saga.SagaCommand;

/** A saga's command to the inventory. */
public sealed interface InventoryCommand extends SagaCommand, InventoryMessage
        permits ClaimStock, AdoptClaim, ConfirmClaim, ExtendClaim, ReleaseClaim, RestoreStock {}
