package dev.layeredsaga.paymentstub.webhook;

import dev.layeredsaga.paymentstub.attempt.Pause;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells the merchant of every decision, as long as an address is set. Thread-safe. */
public final class Webhooks implements AutoCloseable {

    private final Courier courier;
    private final Pause pause;
    private @Nullable Subscription current;
    private boolean closed;

    /** @param pause between tries; ends when its thread is interrupted */
    public Webhooks(Courier courier, Pause pause) {
        this.courier = courier;
        this.pause = pause;
    }

    /** Sends events there from now on. What is still to be sent to the address before is dropped; counts start anew. */
    public synchronized void set(WebhookSettings settings) {
        clear();
        if (!closed) {
            current = new Subscription(settings, courier, pause);
        }
    }

    /** Sends nothing any more, not even what is under way. */
    public synchronized void clear() {
        if (current != null) {
            current.close();
            current = null;
        }
    }

    public Optional<WebhookStatus> status() {
        return subscription().map(Subscription::status);
    }

    /** Returns at once, unless the event is to arrive before the answer of the request that caused it. */
    void tell(WebhookEvent event) {
        subscription().ifPresent(to -> to.tell(event));
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
