package dev.layeredsaga.inventory.claim.web;

import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.inventory.claim.command.Refusal;
import dev.layeredsaga.inventory.web.ErrorCode;

/** Maps refusals to problem details. */
final class Refusals {

    private Refusals() {}

    static ProblemException problemOf(Refusal refusal) {
        return switch (refusal) {
            case Refusal.Busy busy ->
                new ProblemException(ErrorCode.RESOURCE_BUSY)
                        .with("sku", busy.sku())
                        .with("lockedAt", busy.lockedAt())
                        .with("lockExpiresAt", busy.lockExpiresAt())
                        .retryAfter(busy.retryAfterSeconds());
            case Refusal.OutOfStock out -> new ProblemException(ErrorCode.OUT_OF_STOCK).with("sku", out.sku());
            case Refusal.UnknownSku unknown -> new ProblemException(ErrorCode.UNKNOWN_SKU).with("sku", unknown.sku());
            case Refusal.UnknownClaim unknown -> new ProblemException(ErrorCode.CLAIM_NOT_FOUND);
            case Refusal.ClaimLost lost -> new ProblemException(ErrorCode.CLAIM_LOST);
            case Refusal.ClaimMismatch mismatch -> new ProblemException(ErrorCode.CLAIM_MISMATCH);
            case Refusal.ClaimExpired expired -> new ProblemException(ErrorCode.CLAIM_EXPIRED);
            case Refusal.AlreadyConfirmed confirmed -> new ProblemException(ErrorCode.CLAIM_CONFIRMED);
            case Refusal.TooManyHolds holds ->
                limitReached(holds).with("limit", holds.limit()).retryAfter(holds.retryAfterSeconds());
            case Refusal.HeldTooLong held ->
                new ProblemException(ErrorCode.HOLD_TIME_OVER)
                        .with("sku", held.sku())
                        .retryAfter(held.retryAfterSeconds());
            case Refusal.KeyReused reused -> new ProblemException(ErrorCode.IDEMPOTENCY_KEY_REUSED);
            case Refusal.KeyInUse inUse -> new ProblemException(ErrorCode.IDEMPOTENCY_KEY_IN_USE).retryAfter(1);
            case Refusal.NotRestored not -> throw new IllegalStateException("only sagas return: " + not.message());
        };
    }

    private static ProblemException limitReached(Refusal.TooManyHolds holds) {
        ProblemException problem = new ProblemException(ErrorCode.HOLD_LIMIT_REACHED);
        return holds.sku() == null ? problem : problem.with("sku", holds.sku());
    }
}
