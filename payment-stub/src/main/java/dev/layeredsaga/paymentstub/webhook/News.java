package dev.layeredsaga.paymentstub.webhook;

import dev.layeredsaga.paymentstub.payment.Capture;
import dev.layeredsaga.paymentstub.payment.Captures;
import dev.layeredsaga.paymentstub.payment.Payment;
import dev.layeredsaga.paymentstub.refund.Refund;
import java.time.Clock;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;

/** Publishes decisions as webhook events. Thread-safe. */
public final class News {

    private final Clock clock;
    private final Supplier<UUID> ids;
    private final Captures captures;
    private final Webhooks webhooks;

    public News(Clock clock, Supplier<UUID> ids, Captures captures, Webhooks webhooks) {
        this.clock = clock;
        this.ids = ids;
        this.captures = captures;
        this.webhooks = webhooks;
    }

    public void paymentDecided(Payment.Decided payment) {
        switch (payment) {
            case Payment.Captured captured -> tell(EventType.CAPTURED, captured.at(), captured, 0);
            case Payment.Declined declined -> tell(EventType.DECLINED, clock.instant(), declined, 0);
        }
    }

    /** Publishes a completed refund; a declined or rejected refund publishes no event. */
    public void refundDecided(Refund refund) {
        if (refund instanceof Refund.Refunded made) {
            captures.find(made.paymentId()).ifPresent(this::refunded);
        }
    }

    private void refunded(Capture capture) {
        tell(EventType.REFUNDED, clock.instant(), capture.payment(), capture.refunded());
    }

    private void tell(EventType type, Instant at, Payment.Decided payment, long refunded) {
        webhooks.tell(new WebhookEvent("evt_" + ids.get(), type, at, payment, refunded));
    }
}
