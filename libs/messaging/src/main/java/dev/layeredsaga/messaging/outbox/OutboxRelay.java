package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.outbox.OutboxTable.RowId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.kafka.core.KafkaOperations;

/**
 * Hands queued batches to the producer, and waits until the broker has them: what is queued meanwhile goes together. Left to
 * itself, the producer sends the first message of a batch alone, and its readers have a transaction for each part. Sends on one
 * thread: a transaction must not wait for any of that.
 */
final class OutboxRelay {

    private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);

    private static final long NOT_WAITING = Long.MIN_VALUE;

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    /** The wait for something to send, before liveness is notified again. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    /** Between two checks of the producer while nothing is sent. */
    private static final Duration LONGEST_WATCH_PAUSE = Duration.ofSeconds(5);

    /** Without an answer for this long, the producer is replaced if a topic is missing. */
    private static final Duration SUSPICIOUS = Duration.ofSeconds(2);

    /** Without an answer for this long, it is replaced in any case. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private static final int MOST_TOGETHER = 1_000;

    /** The broker may refuse a message of more bytes than this by itself: its answer is awaited before anything else is sent. */
    static final int LARGE = 16_000;

    private final SendQueue queue;
    private final OutboxTopics topics;
    private final KafkaOperations<String, byte[]> kafka;
    private final Runnable replaceProducer;
    private volatile long waitingSince = NOT_WAITING;
    private volatile boolean leaving;

    OutboxRelay(SendQueue queue, OutboxTopics topics, KafkaOperations<String, byte[]> kafka, Runnable replaceProducer) {
        this.queue = queue;
        this.topics = topics;
        this.kafka = kafka;
        this.replaceProducer = replaceProducer;
    }

    /** Sends what is queued, or returns after some seconds without. */
    void send() {
        try {
            sendQueued();
        } catch (InterruptedException | InterruptException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sendQueued() throws InterruptedException {
        OutboxBatch batch = queue.poll(LONGEST_WAIT);
        if (batch == null) {
            return;
        }
        waitingSince = System.nanoTime();
        List<RowId> ids = new ArrayList<>();
        int messages = 0;
        while (batch != null) {
            ids.add(batch.id());
            send(new Delivery(batch));
            messages += batch.size();
            batch = messages < MOST_TOGETHER && !leaving ? queue.poll(Duration.ZERO) : null;
        }
        kafka.flush();
        // the flush waits for all but those of a producer that has been replaced meanwhile; these fail within a moment
        while (!queue.awaitAnswers(ids, TIMEOUT)) {
            log.debug("waiting for the broker's answers");
        }
        waitingSince = NOT_WAITING;
        if (leaving) {
            log.warn("{} queued messages are left to the sweep behind unsent ones", queue.leaveAll());
            leaving = false;
        }
    }

    /**
     * Ends a send that does not end by itself. The producer never gives up a message; when a topic disappears under it, everything
     * behind would wait for ever. Then the producer is replaced: what it had not sent yet is stuck if its topic is at fault, and left
     * to the sweep otherwise. Runs on another thread than the sends.
     *
     * @return the pause until the next check; zero for a short one, if a send is under way
     */
    Duration replaceStuckProducer() {
        Duration waiting = waiting();
        if (waiting.compareTo(SUSPICIOUS) >= 0
                && (topics.checkAll() || waiting.compareTo(LONGEST) >= 0)
                && waiting().compareTo(SUSPICIOUS) >= 0) {
            log.warn("the broker has not answered for {} s: replacing the producer", waiting.toSeconds());
            replaceProducer.run();
        }
        return waiting.isZero() ? LONGEST_WATCH_PAUSE : Duration.ZERO;
    }

    /** Returns how long the messages that were handed over together have waited for the broker; zero if there are none. */
    private Duration waiting() {
        long since = waitingSince;
        return since == NOT_WAITING ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
    }

    private void send(Delivery delivery) {
        int size = delivery.batch().size();
        for (int position = 0; position < size; position++) {
            if (leaving || !send(delivery, position)) {
                leaving = true;
                queue.refused(delivery.batch());
                endIf(delivery.failed(size - position), delivery);
                return;
            }
        }
    }

    /** Returns false if the producer takes nothing at present. */
    private boolean send(Delivery delivery, int position) {
        ProducerRecord<String, byte[]> record = delivery.batch().records().get(position);
        String obstacle = queue.isBlocked(delivery.batch(), Target.of(record))
                ? "behind a stuck message"
                : topics.obstacleOf(record.topic());
        if (obstacle != null) {
            stuck(delivery, position, obstacle);
            return true;
        }
        try {
            CompletableFuture<?> unused =
                    kafka.send(copyOf(record)).whenComplete((result, failure) -> answered(delivery, position, failure));
            if (record.value().length > LARGE) {
                kafka.flush();
            }
            return true;
        } catch (RuntimeException e) {
            Throwable cause = NestedExceptionUtils.getMostSpecificCause(e);
            if (cause instanceof RetriableException || cause instanceof InterruptException) {
                return couldNotBeSent(delivery, position, cause);
            }
            answered(delivery, position, cause);
            return true;
        }
    }

    /** The producer knows nothing of the topic: that may be the topic's fault, or the broker's. */
    private boolean couldNotBeSent(Delivery delivery, int position, Throwable cause) {
        String topic = delivery.batch().records().get(position).topic();
        topics.check(topic);
        String obstacle = topics.obstacleOf(topic);
        if (obstacle != null) {
            stuck(delivery, position, obstacle);
            return true;
        }
        log.warn("the producer takes nothing at present: {}", cause.toString());
        return false;
    }

    private void answered(Delivery delivery, int position, @Nullable Throwable failure) {
        if (failure == null) {
            endIf(delivery.sent(), delivery);
        } else {
            refused(delivery, position, SendFailure.of(failure));
        }
    }

    private void refused(Delivery delivery, int position, SendFailure failure) {
        String topic = delivery.batch().records().get(position).topic();
        if (failure.scope() == SendFailure.Scope.TOPIC) {
            topics.avoid(topic, failure.reason());
        }
        if (failure.scope() == SendFailure.Scope.MESSAGE || topics.isAvoided(topic)) {
            log.warn("a message to {} is stuck: {}", topic, failure.reason());
            stuck(delivery, position, failure.reason());
            return;
        }
        leaving = true;
        queue.refused(delivery.batch());
        log.warn("a message of batch {} was not sent: {}", delivery.batch().id().number(), failure.reason());
        endIf(delivery.failed(1), delivery);
    }

    private void stuck(Delivery delivery, int position, String reason) {
        OutboxBatch batch = delivery.batch();
        queue.divert(batch, Target.of(batch.records().get(position)));
        endIf(delivery.stuck(position, reason), delivery);
    }

    private void endIf(boolean lastAnswer, Delivery delivery) {
        if (lastAnswer) {
            queue.answered(delivery);
        }
    }

    /** The batch may be sent a second time, and the producer closes a record's headers. */
    static ProducerRecord<String, byte[]> copyOf(ProducerRecord<String, byte[]> record) {
        return new ProducerRecord<>(record.topic(), null, null, record.key(), record.value(), record.headers());
    }
}
