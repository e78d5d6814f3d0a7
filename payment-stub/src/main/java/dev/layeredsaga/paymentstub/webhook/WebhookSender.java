package dev.layeredsaga.paymentstub.webhook;

/** Sends events to the merchant. Thread-safe. */
@FunctionalInterface
public interface WebhookSender {

    /**
     * Tries once, for a bounded time.
     *
     * @return true if the merchant has acknowledged the event; false also if the thread was interrupted (its interrupt
     *     status is kept)
     */
    boolean deliver(WebhookEvent event, WebhookSettings settings);
}
