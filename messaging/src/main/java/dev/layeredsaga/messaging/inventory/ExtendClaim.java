package dev.layeredsaga.messaging.inventory;

import dev.layeredsaga.messaging.saga.StepAttempt;
import java.time.Duration;
import java.util.UUID;

/**
 * Keep the claim alive while its payment is unresolved. Answered by {@link ClaimExtended} or {@link ClaimRefused}.
 *
 * @param ttl how long from now
 */
public record ExtendClaim(StepAttempt attempt, UUID claimId, UUID token, Duration ttl) implements InventoryCommand {}
