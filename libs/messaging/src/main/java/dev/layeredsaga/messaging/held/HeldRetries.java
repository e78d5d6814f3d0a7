package dev.layeredsaga.messaging.held;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.failure.FailureKind;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import dev.layeredsaga.messaging.held.HeldMessages.Held;
import dev.layeredsaga.messaging.meters.MessageMeters;
import dev.layeredsaga.messaging.trace.Tracing;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Tries held messages again, on a thread of its own: every 0.1 s while there are some, else when one is held and every 10 s. What cannot be
 * read, and what the database has refused to store four times while it takes other writes, becomes a dead letter; everything else is
 * tried without end. Thread-safe.
 */
public final class HeldRetries implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(HeldRetries.class);

    private static final int BATCH = 10;
    private static final int TRIES_OF_DATA = 4;
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration PAUSE_AFTER_A_FAILURE = Duration.ofSeconds(2);

    /** Between two looks for messages that an instance has left behind. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    /** The time within which a batch should be done; another instance may repeat what is not. */
    private static final Duration LOCK = Duration.ofSeconds(30);

    private final HeldMessages messages;
    private final DeadLetters deadLetters;
    private final Tracing tracing;
    private final MessageMeters meters;
    private final Heartbeats heartbeats;
    private volatile boolean empty;
    private volatile @Nullable Thread thread;
    private volatile @Nullable Heartbeat heartbeat;

    public HeldRetries(
            HeldMessages messages,
            DeadLetters deadLetters,
            Tracing tracing,
            MessageMeters meters,
            Heartbeats heartbeats) {
        this.messages = messages;
        this.deadLetters = deadLetters;
        this.tracing = tracing;
        this.meters = meters;
        this.heartbeats = heartbeats;
    }

    /**
     * Tries some of the messages that are due, in the caller's thread.
     *
     * @return true if more may be due
     */
    public boolean tick() {
        List<Held> due = messages.takeDue(BATCH, LOCK);
        for (Held message : due) {
            beat();
            retry(message);
        }
        empty = messages.isEmpty();
        return due.size() == BATCH;
    }

    private void retry(Held message) {
        ConsumerRecord<String, byte[]> record = message.record();
        tracing.in(String.valueOf(record.key()), CloudEventCodec.traceOf(record), () -> {
            try {
                messages.handle(message);
            } catch (RuntimeException | Error e) {
                meters.failed(record.topic());
                failed(message, e);
                return;
            }
            messages.remove(message);
            log.info("{} is handled, after {} tries", placeOf(record), message.attempts() + 1);
        });
    }

    private void failed(Held message, Throwable cause) {
        messages.failedAgain(message, FailureKind.summaryOf(cause));
        boolean hopeless = switch (FailureKind.of(cause)) {
            case MALFORMED -> true;
            case DATA -> message.attempts() + 1 >= TRIES_OF_DATA;
            case DATABASE, UNKNOWN -> false;
        };
        if (hopeless) {
            giveUp(message, cause);
        }
    }

    private void giveUp(Held message, Throwable cause) {
        ConsumerRecord<String, byte[]> record = message.record();
        try {
            deadLetters.put(record, messages.groupOf(message), FailureKind.reasonOf(cause));
        } catch (RuntimeException e) {
            log.warn("{} stays held: {}", placeOf(record), e.toString());
            return;
        }
        messages.remove(message);
        meters.deadLetter(record.topic());
        log.error("{} (key {}) is a dead letter now: {}", placeOf(record), record.key(), FailureKind.summaryOf(cause));
    }

    private static String placeOf(ConsumerRecord<?, ?> record) {
        return "%s-%d@%d".formatted(record.topic(), record.partition(), record.offset());
    }

    @Override
    public void start() {
        heartbeat = heartbeats.register("held-messages");
        thread = Thread.ofPlatform().name("held-messages").daemon().start(this::retryAll);
    }

    private void retryAll() {
        try {
            while (isRunning()) {
                beat();
                messages.awaitChange(pauseAfterATick());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration pauseAfterATick() {
        try {
            boolean more = tick();
            return more ? Duration.ZERO : empty ? LONGEST_PAUSE : PAUSE;
        } catch (RuntimeException | Error e) {
            log.warn("held messages cannot be tried again for now: {}", FailureKind.summaryOf(e));
            return PAUSE_AFTER_A_FAILURE;
        }
    }

    private void beat() {
        Heartbeat beating = heartbeat;
        if (beating != null) {
            beating.beat();
        }
    }

    @Override
    public void stop() {
        Thread stopping = thread;
        Heartbeat beating = heartbeat;
        thread = null;
        if (stopping != null && beating != null) {
            messages.recheck();
            try {
                stopping.join(LONGEST_PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            beating.close();
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }
}
