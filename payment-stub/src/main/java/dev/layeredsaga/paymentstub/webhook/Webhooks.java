package dev.layeredsaga.paymentstub.webhook;

import dev.layeredsaga.paymentstub.attempt.Pause;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sends every decision to the merchant while a URL is set. Thread-safe. */
public final class Webhooks implements AutoCloseable {

    private final WebhookSender sender;
    private final Pause pause;
    private @Nullable Subscription current;
    private boolean closed;

    /** @param pause between tries; ends when its thread is interrupted */
    public Webhooks(WebhookSender sender, Pause pause) {
        this.sender = sender;
        this.pause = pause;
    }

    /** Sends events to this URL from now on. Pending events to the previous URL are dropped; counts start anew. */
    public synchronized void set(WebhookSettings settings) {
        clear();
        if (!closed) {
            current = new Subscription(settings, sender, pause);
        }
    }

    /** Stops sending events and drops those in flight. */
    public synchronized void clear() {
        if (current != null) {
            current.close();
            current = null;
        }
    }

    public Optional<WebhookStatus> status() {
        return subscription().map(Subscription::status);
    }

    /** Sends the event. Returns at once, except for an event to be delivered before the response of its request. */
    void publish(WebhookEvent event) {
        subscription().ifPresent(to -> to.publish(event));
    }

    private synchronized Optional<Subscription> subscription() {
        return Optional.ofNullable(current);
    }

    @Override
    public synchronized void close() {
        closed = true;
        clear();
    }
}
