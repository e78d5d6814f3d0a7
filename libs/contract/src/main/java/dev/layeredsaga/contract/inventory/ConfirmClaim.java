package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.saga.StepAttempt;
import java.util.UUID;

/** Turns the claim into a sale if the token is still current. Answered by {@link ClaimConfirmed} or {@link ClaimRefused}. */
public record ConfirmClaim(StepAttempt attempt, UUID claimId, UUID token) implements InventoryCommand {}
