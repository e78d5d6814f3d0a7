package dev.layeredsaga.paymentstub.webhook;

import dev.layeredsaga.paymentstub.attempt.Pause;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** Sends events to one URL with retries, and counts deliveries. Thread-safe. */
final class Deliveries {

    private static final int MAX_REPETITIONS = 8;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private final WebhookSettings settings;
    private final Courier courier;
    private final Pause pause;
    private final Map<EventType, Tally> tallies = new EnumMap<>(EventType.class);
    private int pending;

    Deliveries(WebhookSettings settings, Courier courier, Pause pause) {
        this.settings = settings;
        this.courier = courier;
        this.pause = pause;
        Arrays.stream(EventType.values()).forEach(type -> tallies.put(type, Tally.NONE));
    }

    void deliver(WebhookEvent event) {
        if (!tryOnce(event)) {
            repeat(event);
        }
    }

    boolean tryOnce(WebhookEvent event) {
        count(event, Tally.SENT);
        boolean acknowledged = courier.deliver(event, settings);
        if (acknowledged) {
            count(event, Tally.ACKNOWLEDGED);
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
        count(event, Tally.FAILED);
    }

    void lose(WebhookEvent event) {
        count(event, Tally.LOST);
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

    synchronized Map<EventType, Tally> tallies() {
        return new EnumMap<>(tallies);
    }

    private synchronized void count(WebhookEvent event, Tally more) {
        tallies.merge(event.type(), more, Tally::plus);
    }
}
