package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.contract.Money;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The payment gateway. Every call says what is known afterwards, as a value; none of them throws for what a gateway can do
 * wrong. The gateway's record of a key decides: what it says is compared with what was asked, whichever call brought it. Blocks its
 * (virtual) thread for as long as the gateway's time-outs allow. Thread-safe.
 */
public interface PaymentGateway {

    /** Captures the amount, at most once per idempotency key. */
    ChargeResult charge(String idempotencyKey, ChargeRequest request);

    /**
     * Asks the gateway for its record of the key.
     *
     * @param orderId the order that the payments under this key are for; those of another are no answer
     */
    Inquiry find(String idempotencyKey, UUID orderId);

    /**
     * Asks for a captured payment to be given back, at most once per idempotency key; {@link #find} shows how much was.
     *
     * @param amount the part that is to go back; null for all that is left
     */
    RefundResult refund(String idempotencyKey, String paymentId, @Nullable Money amount);

    /** The charge to make. */
    record ChargeRequest(UUID orderId, Money amount, String method) {

        /** The method stays out of logs. */
        @Override
        public String toString() {
            return "ChargeRequest[orderId=" + orderId + ", amount=" + amount + "]";
        }
    }

    /** The gateway's word about a payment, whichever way it came: as an answer, as its record or unasked. */
    sealed interface GatewayFact permits ChargeResult, Inquiry {}

    /** The result of asking the gateway to charge. */
    sealed interface ChargeResult extends GatewayFact permits PaymentFact, NotMade {}

    /** The gateway's record of an idempotency key. */
    sealed interface Inquiry extends GatewayFact permits PaymentFact, NotFound {}

    /** The gateway's word about one payment. */
    sealed interface PaymentFact extends ChargeResult, Inquiry permits Settled, Unknown {}

    /** Decided for good; the gateway may also report it unasked. */
    sealed interface Settled extends PaymentFact {

        /**
         * A payment that was captured; one of which only a part went back has stayed so.
         *
         * @param refunded the amount that has gone back so far, in minor units
         */
        static Settled captured(String paymentId, Money amount, long refunded) {
            boolean inFull = amount.amount() > 0 && refunded >= amount.amount();
            return inFull ? new Refunded(paymentId, amount) : new Captured(paymentId, amount, refunded);
        }
    }

    /**
     * Captured, and not given back in full.
     *
     * @param amount what was captured, whatever was asked
     * @param refunded the part of it that has gone back so far, in minor units
     */
    record Captured(String paymentId, Money amount, long refunded) implements Settled {

        /** A payment of which nothing has gone back. */
        public Captured(String paymentId, Money amount) {
            this(paymentId, amount, 0);
        }
    }

    /** Refused for good: nothing was captured under this key, by no call. */
    record Declined(String code) implements Settled {

        /** Cuts the code. */
        public Declined {
            code = BoundedText.of(code);
        }
    }

    /**
     * Captured once, and given back in full.
     *
     * @param amount what was captured and given back
     */
    record Refunded(String paymentId, Money amount) implements Settled {}

    /** The call has certainly captured nothing; an earlier one may have. */
    record NotMade(String reason, @Nullable Duration retryAfter) implements ChargeResult {

        /** Cuts the reason. */
        public NotMade {
            reason = BoundedText.of(reason);
        }
    }

    /** The gateway has never captured or declined anything under this key. */
    record NotFound() implements Inquiry {}

    /** The money may have been captured or not: no answer, no decision yet, or nothing about what was asked. */
    record Unknown(String reason) implements PaymentFact {

        /** Cuts the reason. */
        public Unknown {
            reason = BoundedText.of(reason);
        }
    }

    /** The answer to a refund, which {@link #find} verifies. */
    sealed interface RefundResult {

        record Accepted() implements RefundResult {}

        /** The gateway refuses; only a person can help. */
        record Declined(String code) implements RefundResult {

            /** Cuts the code. */
            public Declined {
                code = BoundedText.of(code);
            }
        }

        /** Not known; asking again with the same key is safe. */
        record Unknown(String reason) implements RefundResult {

            /** Cuts the reason. */
            public Unknown {
                reason = BoundedText.of(reason);
            }
        }
    }
}
