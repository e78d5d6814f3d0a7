package dev.layeredsaga.inventory.claim.web;

import dev.layeredsaga.inventory.claim.Refusal;
import dev.layeredsaga.inventory.web.ApiProblem;
import dev.layeredsaga.inventory.web.ErrorCode;

/** Maps refusals to problem details. */
final class Refusals {

    private Refusals() {}

    static ApiProblem problemOf(Refusal refusal) {
        return switch (refusal) {
            case Refusal.Busy busy ->
                ApiProblem.of(ErrorCode.RESOURCE_BUSY)
                        .with("sku", busy.sku())
                        .with("lockedAt", busy.lockedAt())
                        .with("lockExpiresAt", busy.lockExpiresAt())
                        .retryAfter(busy.retryAfterSeconds());
            case Refusal.OutOfStock out -> ApiProblem.of(ErrorCode.OUT_OF_STOCK).with("sku", out.sku());
            case Refusal.UnknownSku unknown ->
                ApiProblem.of(ErrorCode.UNKNOWN_SKU).with("sku", unknown.sku());
            case Refusal.UnknownClaim unknown -> ApiProblem.of(ErrorCode.CLAIM_NOT_FOUND);
            case Refusal.ClaimLost lost -> ApiProblem.of(ErrorCode.CLAIM_LOST);
            case Refusal.ClaimMismatch mismatch -> ApiProblem.of(ErrorCode.CLAIM_MISMATCH);
            case Refusal.ClaimExpired expired -> ApiProblem.of(ErrorCode.CLAIM_EXPIRED);
            case Refusal.AlreadyConfirmed confirmed -> ApiProblem.of(ErrorCode.CLAIM_CONFIRMED);
            case Refusal.TooManyHolds holds ->
                ApiProblem.of(ErrorCode.HOLD_LIMIT_REACHED)
                        .with("limit", holds.limit())
                        .retryAfter(holds.retryAfterSeconds());
            case Refusal.KeyReused reused -> ApiProblem.of(ErrorCode.IDEMPOTENCY_KEY_REUSED);
            case Refusal.KeyInUse inUse ->
                ApiProblem.of(ErrorCode.IDEMPOTENCY_KEY_IN_USE).retryAfter(1);
        };
    }
}
