package dev.layeredsaga.paymentstub.payment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.layeredsaga.paymentstub.fault.PaymentMethod;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.PaymentDecision;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.util.UUID;

/** A request to charge for an order. Two requests under one key are the same if they are equal. */
public record PaymentRequest(
        IdempotencyKey idempotencyKey,
        OrderId orderId,
        @JsonUnwrapped Money money,
        @JsonIgnore PaymentMethod method) {

    /** Returns the request that this is the decision on. */
    public static PaymentRequest of(PaymentDecision decision) {
        Posting posting = decision.posting();
        return new PaymentRequest(posting.idempotencyKey(), posting.orderId(), posting.money(), decision.method());
    }

    Posting posting(UUID paymentId) {
        return new Posting(paymentId, orderId, money, idempotencyKey);
    }
}
