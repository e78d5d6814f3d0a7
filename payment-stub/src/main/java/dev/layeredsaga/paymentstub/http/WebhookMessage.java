package dev.layeredsaga.paymentstub.http;

import dev.layeredsaga.paymentstub.webhook.WebhookEvent;
import java.time.Instant;

/** The body of a webhook; the payment has the same form as in a query's response. */
record WebhookMessage(String type, Instant timestamp, PaymentView data) {

    static String bodyOf(WebhookEvent event) {
        return Json.write(new WebhookMessage(
                event.type().wireName(), event.at(), PaymentView.of(event.payment(), event.refunded())));
    }
}
