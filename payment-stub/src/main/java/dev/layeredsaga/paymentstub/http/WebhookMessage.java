package dev.layeredsaga.paymentstub.http;

import dev.layeredsaga.paymentstub.webhook.WebhookEvent;
import java.time.Instant;

/** The body of an event; the payment looks as a query shows it. */
record WebhookMessage(String type, Instant timestamp, PaymentView data) {

    static String bodyOf(WebhookEvent event) {
        return Json.write(new WebhookMessage(
                event.type().wireName(), event.at(), PaymentView.of(event.payment(), event.refunded())));
    }
}
