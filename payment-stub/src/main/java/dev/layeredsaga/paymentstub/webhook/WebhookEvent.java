package dev.layeredsaga.paymentstub.webhook;

import dev.layeredsaga.paymentstub.payment.Payment;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Instant;

/**
 * Something that was decided.
 *
 * @param id the same however often the event is sent
 * @param refunded minor units given back by then
 */
public record WebhookEvent(String id, EventType type, Instant at, Payment.Decided payment, long refunded) {

    OrderId orderId() {
        return payment.request().orderId();
    }
}
