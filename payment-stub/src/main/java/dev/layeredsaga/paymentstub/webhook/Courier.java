package dev.layeredsaga.paymentstub.webhook;

/** Brings events to the merchant. Thread-safe. */
@FunctionalInterface
public interface Courier {

    /**
     * Tries once, for a bounded time.
     *
     * @return whether the merchant has acknowledged the event; false also if the thread was interrupted, which it then
     *     still is
     */
    boolean deliver(WebhookEvent event, WebhookSettings settings);
}
