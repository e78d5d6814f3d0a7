package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.saga.StepAttempt;
import java.time.Duration;
import java.util.UUID;

/**
 * Extends the claim while its payment is unresolved. Answered by {@link ClaimExtended} or {@link ClaimRefused}.
 *
 * @param ttl the lifetime from now on
 */
public record ExtendClaim(StepAttempt attempt, UUID claimId, UUID token, Duration ttl) implements InventoryCommand {}
