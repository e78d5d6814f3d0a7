package dev.layeredsaga.paymentstub.webhook;

import dev.layeredsaga.paymentstub.webhook.WebhookEvent.EventType;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** A merchant that records every delivery and does not acknowledge the first {@link #rejected} of them. */
final class Merchant implements WebhookSender {

    final List<WebhookEvent> received = new CopyOnWriteArrayList<>();
    volatile int rejected;
    volatile Consumer<WebhookEvent> whenReceived = event -> {};
    volatile CountDownLatch gate = new CountDownLatch(0);

    @Override
    public boolean deliver(WebhookEvent event, WebhookSettings settings) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        received.add(event);
        whenReceived.accept(event);
        return received.size() > rejected;
    }

    List<EventType> types() {
        return received.stream().map(WebhookEvent::type).toList();
    }
}
