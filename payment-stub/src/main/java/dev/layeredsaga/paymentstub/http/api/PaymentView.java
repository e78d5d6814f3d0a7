package dev.layeredsaga.paymentstub.http.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Declined;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.PaymentDecision;
import dev.layeredsaga.paymentstub.payment.PaymentRequest;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A payment in a query's response. */
record PaymentView(
        @Nullable UUID paymentId,
        @JsonUnwrapped PaymentRequest request,
        String status,
        long refundedAmount,
        @Nullable String declineCode) {

    static PaymentView of(PaymentDecision payment, long refunded) {
        return new PaymentView(
                payment.paymentId(),
                PaymentRequest.of(payment),
                payment.type().name(),
                refunded,
                payment instanceof Declined declined ? declined.declineCode().wireName() : null);
    }

    static PaymentView processing(PaymentRequest request) {
        return new PaymentView(null, request, "PROCESSING", 0, null);
    }
}
