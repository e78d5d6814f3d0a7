package dev.layeredsaga.paymentstub.webhook;

import dev.layeredsaga.paymentstub.attempt.Pause;
import dev.layeredsaga.paymentstub.webhook.WebhookEvent.EventType;
import dev.layeredsaga.paymentstub.webhook.WebhookStatus.DeliveryCounts;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** Sends events to one URL with retries, and counts deliveries. Thread-safe. */
final class Deliveries {

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
