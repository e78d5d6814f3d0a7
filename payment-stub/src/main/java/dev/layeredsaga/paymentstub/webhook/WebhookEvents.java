package dev.layeredsaga.paymentstub.webhook;

import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Captured;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Declined;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.PaymentDecision;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.RefundDecision;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Refunded;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import dev.layeredsaga.paymentstub.payment.Captures;
import dev.layeredsaga.paymentstub.vocabulary.Ids;
import dev.layeredsaga.paymentstub.webhook.WebhookEvent.EventType;
import java.time.Clock;
import java.time.Instant;

/** Publishes decisions as webhook events. Thread-safe. */
public record WebhookEvents(Clock clock, Captures captures, Ledger ledger, Webhooks webhooks) {

    public void paymentDecided(PaymentDecision payment) {
        switch (payment) {
            case Captured captured -> publish(EventType.CAPTURED, captured.at(), captured, 0);
            case Declined declined -> publish(EventType.DECLINED, declined.at(), declined, 0);
        }
    }

    /** Publishes a completed refund; a declined or rejected refund publishes no event. */
    public void refundDecided(RefundDecision refund) {
        if (refund instanceof Refunded made) {
            captures.find(made.paymentId())
                    .ifPresent(capture ->
                            publish(EventType.REFUNDED, clock.instant(), capture.payment(), ledger.refundedWith(made)));
        }
    }

    private void publish(EventType type, Instant at, PaymentDecision payment, long refunded) {
        webhooks.publish(new WebhookEvent("evt_" + Ids.next(), type, at, payment, refunded));
    }
}
