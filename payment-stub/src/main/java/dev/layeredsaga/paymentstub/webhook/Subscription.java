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
import java.util.concurrent.atomic.AtomicInteger;

/** Sends events to one URL with retries, each on its own virtual thread, and counts deliveries. Thread-safe. */
final class Subscription implements AutoCloseable {

    private static final int MAX_REPETITIONS = 8;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private final WebhookSettings settings;
    private final WebhookSender sender;
    private final Pause pause;
    private final Map<EventType, DeliveryCounts> counts = new EnumMap<>(EventType.class);
    private final AtomicInteger pending = new AtomicInteger();
    /** The hold of each order's event that waits to be overtaken by the next; closing it releases the event. */
    private final ConcurrentMap<OrderId, ClosablePause> heldEvents = new ConcurrentHashMap<>();

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    // java.util.Random, because its sequence per seed is specified and thus the same on every JDK
    private final Random random;

    Subscription(WebhookSettings settings, WebhookSender sender, Pause pause) {
        this.settings = settings;
        this.sender = sender;
        this.pause = pause;
        this.random = new Random(settings.seed());
        Arrays.stream(EventType.values()).forEach(type -> counts.put(type, DeliveryCounts.NONE));
    }

    WebhookStatus status() {
        synchronized (counts) {
            return new WebhookStatus(settings, pending.get(), new EnumMap<>(counts));
        }
    }

    void publish(WebhookEvent event) {
        Delivery delivery = draw();
        Optional<ClosablePause> overtaken = Optional.ofNullable(heldEvents.remove(event.orderId()));
        Runnable afterwards = () -> overtaken.ifPresent(ClosablePause::close);
        switch (delivery) {
            case ON_TIME -> later(() -> deliver(event), afterwards);
            case LATE -> later(() -> deliverAfter(pause, event), afterwards);
            case DUPLICATED -> {
                later(() -> deliver(event), afterwards);
                later(() -> deliver(event), afterwards);
            }
            case BEFORE_RESPONSE -> {
                if (tryOnce(event)) {
                    afterwards.run();
                } else {
                    later(() -> repeat(event), afterwards);
                }
            }
            case LOST -> {
                count(event, DeliveryCounts.LOST);
                afterwards.run();
            }
            case OUT_OF_ORDER -> {
                if (overtaken.isPresent()) {
                    later(() -> deliver(event), afterwards);
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

    private void hold(WebhookEvent event) {
        var hold = new ClosablePause();
        heldEvents.put(event.orderId(), hold);
        later(() -> deliverAfter(hold, event), () -> {});
    }

    private void deliverAfter(Pause delay, WebhookEvent event) {
        delay.pause(settings.effectiveDelay());
        // a hold that has timed out: no other event has removed it
        heldEvents.remove(event.orderId(), delay);
        deliver(event);
    }

    private void deliver(WebhookEvent event) {
        if (!tryOnce(event)) {
            repeat(event);
        }
    }

    private boolean tryOnce(WebhookEvent event) {
        count(event, DeliveryCounts.SENT);
        boolean acknowledged = sender.deliver(event, settings);
        if (acknowledged) {
            count(event, DeliveryCounts.ACKNOWLEDGED);
        }
        return acknowledged;
    }

    /** Retries after 1 s, 2 s, 4 s and so on, at most 8 times. */
    private void repeat(WebhookEvent event) {
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

    private void count(WebhookEvent event, DeliveryCounts more) {
        synchronized (counts) {
            counts.merge(event.type(), more, DeliveryCounts::plus);
        }
    }

    private void later(Runnable delivery, Runnable afterwards) {
        pending.incrementAndGet();
        try {
            threads.execute(() -> run(delivery, afterwards));
        } catch (RejectedExecutionException e) {
            // closed concurrently: no more events are sent
            pending.decrementAndGet();
        }
    }

    private void run(Runnable delivery, Runnable afterwards) {
        try {
            delivery.run();
            afterwards.run();
        } catch (CancellationException e) {
            // interrupted: closed
        } finally {
            pending.decrementAndGet();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
