package dev.layeredsaga.paymentstub.webhook;

import dev.layeredsaga.paymentstub.attempt.Pause;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** Sends events to one URL, each on its own virtual thread. Thread-safe. */
final class Subscription implements AutoCloseable {

    private final WebhookSettings settings;
    private final Pause pause;
    private final Deliveries deliveries;
    private final HeldEvents heldEvents = new HeldEvents();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    // java.util.Random, because its sequence per seed is specified and thus the same on every JDK
    private final Random random;

    Subscription(WebhookSettings settings, WebhookSender sender, Pause pause) {
        this.settings = settings;
        this.pause = pause;
        this.deliveries = new Deliveries(settings, sender, pause);
        this.random = new Random(settings.seed());
    }

    WebhookStatus status() {
        return new WebhookStatus(settings, deliveries.pending(), deliveries.counts());
    }

    void publish(WebhookEvent event) {
        Delivery delivery = draw();
        Optional<HeldEvents.Hold> overtaken = heldEvents.take(event.orderId());
        Runnable afterwards = () -> overtaken.ifPresent(HeldEvents.Hold::release);
        switch (delivery) {
            case ON_TIME -> later(() -> deliver(event, afterwards));
            case LATE -> later(() -> deliverLate(event, afterwards));
            case DUPLICATED -> {
                later(() -> deliver(event, afterwards));
                later(() -> deliver(event, afterwards));
            }
            case BEFORE_RESPONSE -> deliverBeforeResponse(event, afterwards);
            case LOST -> {
                deliveries.lose(event);
                afterwards.run();
            }
            case OUT_OF_ORDER -> {
                if (overtaken.isPresent()) {
                    later(() -> deliver(event, afterwards));
                } else {
                    hold(event);
                }
            }
        }
    }

    private Delivery draw() {
        synchronized (random) {
            return random.nextDouble() < settings.probability() ? settings.delivery() : Delivery.ON_TIME;
        }
    }

    private void deliver(WebhookEvent event, Runnable afterwards) {
        deliveries.deliver(event);
        afterwards.run();
    }

    private void deliverLate(WebhookEvent event, Runnable afterwards) {
        pause.pause(settings.effectiveDelay());
        deliver(event, afterwards);
    }

    /** Sends the event before the response; if it is not acknowledged at once, retries after the response. */
    private void deliverBeforeResponse(WebhookEvent event, Runnable afterwards) {
        if (deliveries.tryOnce(event)) {
            afterwards.run();
        } else {
            later(() -> {
                deliveries.repeat(event);
                afterwards.run();
            });
        }
    }

    private void hold(WebhookEvent event) {
        HeldEvents.Hold hold = heldEvents.hold(event.orderId());
        later(() -> {
            hold.await(settings.effectiveDelay());
            deliveries.deliver(event);
        });
    }

    private void later(Runnable delivery) {
        deliveries.begun();
        try {
            threads.execute(() -> run(delivery));
        } catch (RejectedExecutionException e) {
            // closed concurrently: no more events are sent
            deliveries.ended();
        }
    }

    private void run(Runnable delivery) {
        try {
            delivery.run();
        } catch (CancellationException e) {
            // interrupted: closed
        } finally {
            deliveries.ended();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
