package dev.layeredsaga.messaging.inventory;

import dev.layeredsaga.messaging.saga.SagaCommand;

/** What a saga asks of the inventory, on {@code inventory.commands}. */
public sealed interface InventoryCommand extends SagaCommand
        permits ClaimStock, AdoptClaim, ConfirmClaim, ExtendClaim, ReleaseClaim {}
