package dev.layeredsaga.paymentstub.webhook;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A merchant that records every delivery and does not acknowledge the first {@link #deafFor} of them. */
final class Merchant implements Courier {

    final List<WebhookEvent> told = new CopyOnWriteArrayList<>();
    volatile int deafFor;
    volatile CountDownLatch gate = new CountDownLatch(0);

    @Override
    public boolean deliver(WebhookEvent event, WebhookSettings settings) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        told.add(event);
        return told.size() > deafFor;
    }

    List<EventType> types() {
        return told.stream().map(WebhookEvent::type).toList();
    }
}
