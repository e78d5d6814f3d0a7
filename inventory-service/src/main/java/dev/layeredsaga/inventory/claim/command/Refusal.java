package dev.layeredsaga.inventory.claim.command;

import dev.layeredsaga.inventory.item.SemanticLock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The reason why a command about claims is refused. Nothing was granted. */
public sealed interface Refusal {

    /** Returns the code in the API contract. */
    default String code() {
        return switch (this) {
            case Busy busy -> "RESOURCE_BUSY";
            case OutOfStock out -> "OUT_OF_STOCK";
            case UnknownSku unknown -> "UNKNOWN_SKU";
            case UnknownClaim unknown -> "CLAIM_NOT_FOUND";
            case ClaimLost lost -> "CLAIM_LOST";
            case ClaimExpired expired -> "CLAIM_EXPIRED";
            case ClaimMismatch mismatch -> "CLAIM_MISMATCH";
            case AlreadyConfirmed confirmed -> "CLAIM_CONFIRMED";
            case TooManyHolds holds -> "HOLD_LIMIT_REACHED";
            case HeldTooLong held -> "HOLD_TIME_OVER";
            case KeyReused reused -> "IDEMPOTENCY_KEY_REUSED";
            case KeyInUse inUse -> "IDEMPOTENCY_KEY_IN_USE";
            case NotRestored not -> not.cause().name();
        };
    }

    /**
     * Another claim holds the item at the moment.
     *
     * @param retryAfterSeconds the suggested wait before a retry: until the lock ends, but at least 1 and at most 30, because
     *     most locks are released long before they end
     */
    record Busy(String sku, Instant lockedAt, Instant lockExpiresAt, int retryAfterSeconds) implements Refusal {

        private static final long LONGEST_RETRY = 30;

        public static Busy with(String sku, SemanticLock lock, Instant now) {
            return with(sku, lock.lockedAt(), lock.expiresAt(), now);
        }

        public static Busy with(String sku, Instant lockedAt, Instant expiresAt, Instant now) {
            long remaining = Duration.between(now, expiresAt).toSeconds() + 1;
            int retryAfter = (int) Math.clamp(remaining, 1, LONGEST_RETRY);
            return new Busy(sku, lockedAt, expiresAt, retryAfter);
        }
    }

    /** The stock on hand is too small, even without any claims. */
    record OutOfStock(String sku) implements Refusal {}

    /** There is no such item. */
    record UnknownSku(String sku) implements Refusal {}

    /** There is no such claim. */
    record UnknownClaim() implements Refusal {}

    /** The token is not the current one: wrong, released, or superseded by someone else's claim. */
    record ClaimLost() implements Refusal {}

    /** The claim was the caller's, but its time has run out. */
    record ClaimExpired() implements Refusal {}

    /** The claim's content is not what was requested. */
    record ClaimMismatch() implements Refusal {}

    /** The claim is confirmed, and its token can no longer release it. */
    record AlreadyConfirmed() implements Refusal {}

    /**
     * The customer has as many live holds as one may, or would hold too much of an item.
     *
     * @param sku the item of which one may hold so many at most; null if it is the number of holds
     */
    record TooManyHolds(@Nullable String sku, int limit, int retryAfterSeconds) implements Refusal {}

    /** The customer has held the item for as long as one may, and has not ordered it. */
    record HeldTooLong(String sku, int retryAfterSeconds) implements Refusal {}

    /** The key has been used for another request's claim. */
    record KeyReused() implements Refusal {}

    /** A request with the same key is being handled. */
    record KeyInUse() implements Refusal {}

    /** Refuses a return as a whole. */
    record NotRestored(Cause cause, String message) implements Refusal {

        public enum Cause {
            UNKNOWN_SALE,
            MORE_THAN_SOLD,
            RESTORED_OTHERWISE
        }
    }
}
