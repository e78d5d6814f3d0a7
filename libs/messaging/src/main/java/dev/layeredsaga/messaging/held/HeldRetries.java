package dev.layeredsaga.messaging.held;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.failure.FailureKind;
import dev.layeredsaga.messaging.heartbeat.BackgroundTasks;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import dev.layeredsaga.messaging.held.HeldMessages.Held;
import dev.layeredsaga.messaging.meters.MessageMeters;
import dev.layeredsaga.messaging.trace.Tracing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.support.KafkaUtils;

/**
 * Tries held messages again, on a thread of its own: every 0.1 s while there are some that can be, else when one is held and every 5 s at the latest.
 * A message becomes a dead letter if it cannot be read, or if the database has refused its data four times while it took other writes; every
 * other one is tried without end. Thread-safe.
 */
public final class HeldRetries extends BackgroundTasks {

    private static final Logger log = LoggerFactory.getLogger(HeldRetries.class);

    private static final String NAME = "held-messages";
    private static final int BATCH = 10;
    private static final int TRIES_OF_DATA = 4;
    private static final Duration PAUSE = Duration.ofMillis(100);

    /** Between two polls for messages that an instance has left behind. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    /** The time within which a batch should be done; another instance may repeat what is not. */
    private static final Duration LOCK = Duration.ofSeconds(30);

    private final HeldMessages messages;
    private final DeadLetters deadLetters;
    private final Tracing tracing;
    private final MessageMeters meters;
    private final Map<String, Handling> handlings = new ConcurrentHashMap<>();

    public HeldRetries(
            HeldMessages messages,
            DeadLetters deadLetters,
            Tracing tracing,
            MessageMeters meters,
            Heartbeats heartbeats) {
        super(NAME, 1, DEFAULT_PHASE, heartbeats);
        this.messages = messages;
        this.deadLetters = deadLetters;
        this.tracing = tracing;
        this.meters = meters;
        Pace pace = new Pace(PAUSE, PAUSE, LONGEST_PAUSE);
        Task retries = repeat(NAME, pace, Heartbeats.DEFAULT_LONGEST, this::retryDue);
        messages.changed.wakes(now -> retries.wakeIn(PAUSE));
    }

    /**
     * Has the consumer's held messages tried again.
     *
     * @param consumer its name, by which its messages are held
     * @param group its Kafka consumer group
     * @param handler handles one, and commits; throws if it has not been committed
     */
    public void register(String consumer, String group, Consumer<ConsumerRecord<String, byte[]>> handler) {
        handlings.put(consumer, new Handling(group, handler));
    }

    private record Handling(String group, Consumer<ConsumerRecord<String, byte[]>> handler) {}

    /**
     * Tries some of the messages that are due, in the caller's thread.
     *
     * @return true if more may be due
     */
    public boolean tick() {
        return tick(() -> {});
    }

    private boolean tick(Runnable beforeEach) {
        List<Held> due = messages.takeDue(handlings.keySet(), BATCH, LOCK);
        boolean more = due.size() == BATCH;
        for (Held message : due) {
            beforeEach.run();
            // the next of its key is due
            more |= isGone(message);
        }
        return more;
    }

    /** Returns false if the message is held further. */
    private boolean isGone(Held message) {
        Handling handling = requireNonNull(handlings.get(message.consumer()), message.consumer());
        ConsumerRecord<String, byte[]> record = message.record();
        AtomicBoolean gone = new AtomicBoolean();
        tracing.in(String.valueOf(record.key()), CloudEventCodec.traceOf(record), () -> {
            try {
                handling.handler().accept(record);
            } catch (RuntimeException | Error e) {
                meters.failed(record.topic());
                gone.set(isGivenUp(message, handling.group(), e));
                return;
            }
            messages.remove(message);
            gone.set(true);
            log.info("{} is handled, after {} tries", KafkaUtils.format(record), message.attempts() + 1);
        });
        return gone.get();
    }

    private boolean isGivenUp(Held message, String group, Throwable cause) {
        messages.failedAgain(message.id(), FailureKind.summaryOf(cause));
        boolean hopeless = switch (FailureKind.of(cause)) {
            case MALFORMED -> true;
            case DATA -> message.attempts() + 1 >= TRIES_OF_DATA;
            case DATABASE, NOT_HERE, UNKNOWN -> false;
        };
        return hopeless && isDeadLetter(message, group, FailureKind.reasonOf(cause), FailureKind.summaryOf(cause));
    }

    /**
     * Makes a held message a dead letter, for an operator; those of its key behind it are then handled. Returns false if there is no
     * such message, it cannot be read, it is another service's, or Kafka does not take the letter. A message that is being tried meanwhile
     * may be handled as well; its inbox entry then refuses it when it is sent again.
     *
     * @param reason the operator's, for the letter and the log
     */
    public boolean putAside(long id, String reason) {
        Held message = messages.find(id).orElse(null);
        Handling handling = message == null ? null : handlings.get(message.consumer());
        return message != null && handling != null && isDeadLetter(message, handling.group(), reason, reason);
    }

    private boolean isDeadLetter(Held message, String group, String reason, String summary) {
        ConsumerRecord<String, byte[]> record = message.record();
        try {
            deadLetters.put(record, group, reason);
        } catch (RuntimeException e) {
            log.warn("{} stays held: {}", KafkaUtils.format(record), e.toString());
            return false;
        }
        messages.remove(message);
        meters.deadLetter(record.topic());
        log.error("{} (key {}) is a dead letter now: {}", KafkaUtils.format(record), record.key(), summary);
        return true;
    }

    private Duration retryDue(Heartbeat heartbeat) {
        boolean more = !messages.isEmpty();
        Duration pause = more ? Duration.ZERO : LONGEST_PAUSE;
        while (more && !heartbeat.isClosed()) {
            more = tick(heartbeat::beat);
        }
        return pause;
    }
}
