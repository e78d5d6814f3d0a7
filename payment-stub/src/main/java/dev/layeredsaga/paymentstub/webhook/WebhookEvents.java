package dev.layeredsaga.paymentstub.webhook;

import dev.layeredsaga.paymentstub.payment.Captures;
import dev.layeredsaga.paymentstub.payment.Payment;
import dev.layeredsaga.paymentstub.refund.Refund;
import dev.layeredsaga.paymentstub.vocabulary.Ids;
import dev.layeredsaga.paymentstub.webhook.WebhookEvent.EventType;
import java.time.Clock;
import java.time.Instant;

/** Publishes decisions as webhook events. Thread-safe. */
public final class WebhookEvents {

    private final Clock clock;
    private final Captures captures;
    private final Webhooks webhooks;

    public WebhookEvents(Clock clock, Captures captures, Webhooks webhooks) {
        this.clock = clock;
        this.captures = captures;
        this.webhooks = webhooks;
    }

    public void paymentDecided(Payment.Decided payment) {
        switch (payment) {
            case Payment.Captured captured -> publish(EventType.CAPTURED, captured.at(), captured, 0);
            case Payment.Declined declined -> publish(EventType.DECLINED, clock.instant(), declined, 0);
        }
    }

    /** Publishes a completed refund; a declined or rejected refund publishes no event. */
    public void refundDecided(Refund refund) {
        if (refund instanceof Refund.Refunded made) {
            captures.find(made.paymentId())
                    .ifPresent(capture ->
                            publish(EventType.REFUNDED, clock.instant(), capture.payment(), made.refundedInTotal()));
        }
    }

    private void publish(EventType type, Instant at, Payment.Decided payment, long refunded) {
        webhooks.publish(new WebhookEvent("evt_" + Ids.next(), type, at, payment, refunded));
    }
}
