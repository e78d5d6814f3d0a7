package dev.layeredsaga.paymentstub.webhook;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.PaymentDecision;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Instant;

/**
 * A decision that is published to the merchant.
 *
 * @param id the same for every delivery of the event
 * @param refunded minor units refunded at the time of the event
 */
public record WebhookEvent(String id, EventType type, Instant at, PaymentDecision payment, long refunded) {

    OrderId orderId() {
        return payment.posting().orderId();
    }

    /** The type of a webhook event. */
    public enum EventType {
        @JsonProperty("payment.captured")
        CAPTURED,
        @JsonProperty("payment.declined")
        DECLINED,
        @JsonProperty("payment.refunded")
        REFUNDED
    }
}
