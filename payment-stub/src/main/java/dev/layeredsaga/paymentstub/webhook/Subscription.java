package dev.layeredsaga.paymentstub.webhook;

import dev.layeredsaga.paymentstub.attempt.Pause;
import dev.layeredsaga.paymentstub.attempt.Pause.ClosablePause;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import dev.layeredsaga.paymentstub.webhook.WebhookEvent.EventType;
import dev.layeredsaga.paymentstub.webhook.WebhookStatus.DeliveryCounts;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** Sends events to one URL, each on its own virtual thread. Thread-safe. */
final class Subscription implements AutoCloseable {

    private final WebhookSettings settings;
    private final Pause pause;
    private final Deliveries deliveries;
    /** The hold of each order's event that waits to be overtaken by the next; closing it releases the event. */
    private final ConcurrentMap<OrderId, ClosablePause> heldEvents = new ConcurrentHashMap<>();

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
        Optional<ClosablePause> overtaken = Optional.ofNullable(heldEvents.remove(event.orderId()));
        Runnable afterwards = () -> overtaken.ifPresent(ClosablePause::close);
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
        var hold = new ClosablePause();
        heldEvents.put(event.orderId(), hold);
        later(() -> {
            hold.pause(settings.effectiveDelay());
            // after a timeout no other event has removed it
            heldEvents.remove(event.orderId(), hold);
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

    /** Sends events to one URL with retries, and counts deliveries. Thread-safe. */
    private static final class Deliveries {

        private static final int MAX_REPETITIONS = 8;
        private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

        private final WebhookSettings settings;
        private final WebhookSender sender;
        private final Pause pause;
        private final Map<EventType, DeliveryCounts> counts = new EnumMap<>(EventType.class);
        private int pending;

        Deliveries(WebhookSettings settings, WebhookSender sender, Pause pause) {
            this.settings = settings;
            this.sender = sender;
            this.pause = pause;
            Arrays.stream(EventType.values()).forEach(type -> counts.put(type, DeliveryCounts.NONE));
        }

        void deliver(WebhookEvent event) {
            if (!tryOnce(event)) {
                repeat(event);
            }
        }

        boolean tryOnce(WebhookEvent event) {
            count(event, DeliveryCounts.SENT);
            boolean acknowledged = sender.deliver(event, settings);
            if (acknowledged) {
                count(event, DeliveryCounts.ACKNOWLEDGED);
            }
            return acknowledged;
        }

        /** Retries after 1 s, 2 s, 4 s and so on, at most 8 times. */
        void repeat(WebhookEvent event) {
            Duration wait = FIRST_PAUSE;
            for (int repetition = 0; repetition < MAX_REPETITIONS; repetition++) {
                pause.pause(wait);
                if (Thread.currentThread().isInterrupted() || tryOnce(event)) {
                    return;
                }
                wait = wait.multipliedBy(2);
            }
            count(event, DeliveryCounts.FAILED);
        }

        void lose(WebhookEvent event) {
            count(event, DeliveryCounts.LOST);
        }

        synchronized void begun() {
            pending++;
        }

        synchronized void ended() {
            pending--;
        }

        synchronized int pending() {
            return pending;
        }

        synchronized Map<EventType, DeliveryCounts> counts() {
            return new EnumMap<>(counts);
        }

        private synchronized void count(WebhookEvent event, DeliveryCounts more) {
            counts.merge(event.type(), more, DeliveryCounts::plus);
        }
    }
}
