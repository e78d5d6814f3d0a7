package dev.layeredsaga.messaging.outbox;

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
 * Hands queued parcels to the producer, and waits until the broker has them: what is queued meanwhile goes together. Left to
 * itself, the producer sends the first message of a parcel alone, and whoever reads them has a transaction for each part. In a thread
 * of its own: a transaction must not wait for any of that.
 */
final class OutboxSender implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(OutboxSender.class);

    private static final long NOT_WAITING = Long.MIN_VALUE;

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final int MOST_TOGETHER = 1_000;

    /** The broker may refuse a message of more bytes than this by itself: its answer is awaited before anything else is sent. */
    static final int LARGE = 16_000;

    private final SendOrder order;
    private final Acknowledgements acknowledgements;
    private final OutboxTopics topics;
    private final KafkaOperations<String, byte[]> kafka;
    private volatile Runnable beat = () -> {};
    private volatile long waitingSince = NOT_WAITING;
    private volatile boolean leaving;

    OutboxSender(
            SendOrder order,
            Acknowledgements acknowledgements,
            OutboxTopics topics,
            KafkaOperations<String, byte[]> kafka) {
        this.order = order;
        this.acknowledgements = acknowledgements;
        this.topics = topics;
        this.kafka = kafka;
    }

    /** Says what to do once per round. */
    void beatBy(Runnable heartbeat) {
        this.beat = heartbeat;
    }

    /** Goes on until it is interrupted. */
    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                beat.run();
                sendWhatIsQueued();
            }
        } catch (InterruptedException | InterruptException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sendWhatIsQueued() throws InterruptedException {
        Parcel parcel = order.poll(PATIENCE);
        if (parcel == null) {
            return;
        }
        waitingSince = System.nanoTime();
        List<Long> ids = new ArrayList<>();
        int messages = 0;
        while (parcel != null) {
            ids.add(parcel.id());
            send(new Delivery(parcel));
            messages += parcel.size();
            parcel = messages < MOST_TOGETHER && !leaving ? order.poll(Duration.ZERO) : null;
        }
        kafka.flush();
        awaitAnswers(ids);
        waitingSince = NOT_WAITING;
        if (leaving) {
            log.warn("{} queued messages are left to the sweep behind unsent ones", order.leaveQueueToSweep());
            leaving = false;
        }
    }

    /** The flush waits for all but those of a producer that has been replaced meanwhile; these fail within a moment. */
    private void awaitAnswers(List<Long> ids) throws InterruptedException {
        while (!order.underway().awaitEnd(ids, PATIENCE)) {
            log.debug("waiting for the broker's answers");
        }
    }

    /** For how long the messages that were handed over together have waited for the broker; zero if there are none. */
    Duration waiting() {
        long since = waitingSince;
        return since == NOT_WAITING ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
    }

    private void send(Delivery delivery) {
        int size = delivery.parcel().size();
        for (int position = 0; position < size; position++) {
            if (leaving || !send(delivery, position)) {
                leaveFrom(position, delivery);
                return;
            }
        }
    }

    /** False if the producer takes nothing at present. */
    private boolean send(Delivery delivery, int position) {
        ProducerRecord<String, byte[]> record = delivery.parcel().records().get(position);
        String obstacle = obstacle(delivery.parcel(), record);
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

    private @Nullable String obstacle(Parcel parcel, ProducerRecord<String, byte[]> record) {
        return order.isBlocked(parcel, record.topic(), record.key())
                ? "behind a stuck message"
                : topics.obstacleOf(record.topic());
    }

    /** The producer knows nothing of the topic: that may be the topic's fault, or the broker's. */
    private boolean couldNotBeSent(Delivery delivery, int position, Throwable cause) {
        String topic = delivery.parcel().records().get(position).topic();
        topics.check(topic);
        String obstacle = topics.obstacleOf(topic);
        if (obstacle != null) {
            stuck(delivery, position, obstacle);
            return true;
        }
        log.warn("the producer takes nothing at present: {}", cause.toString());
        return false;
    }

    private void stuck(Delivery delivery, int position, String reason) {
        order.divert(Target.of(delivery.parcel().records().get(position)));
        if (delivery.stuck(position, reason)) {
            end(delivery);
        }
    }

    private void leaveFrom(int position, Delivery delivery) {
        order.refused(delivery.parcel());
        int size = delivery.parcel().size();
        for (int i = position; i < size; i++) {
            if (delivery.answered(i, false)) {
                end(delivery);
            }
        }
        int left = size - position + order.leaveQueueToSweep();
        log.warn("{} messages are left to the sweep", left);
    }

    private void answered(Delivery delivery, int position, @Nullable Throwable failure) {
        if (failure != null) {
            refused(delivery, position, SendFailure.of(failure));
        } else if (delivery.answered(position, true)) {
            end(delivery);
        }
    }

    private void refused(Delivery delivery, int position, SendFailure failure) {
        String topic = delivery.parcel().records().get(position).topic();
        if (failure.scope() == SendFailure.Scope.TOPIC) {
            topics.avoid(topic, failure.reason());
        }
        if (failure.scope() == SendFailure.Scope.MESSAGE || topics.isAvoided(topic)) {
            log.warn("a message to {} is stuck: {}", topic, failure.reason());
            stuck(delivery, position, failure.reason());
            return;
        }
        leaving = true;
        order.refused(delivery.parcel());
        log.warn("a message of parcel {} was not sent: {}", delivery.parcel().id(), failure.reason());
        if (delivery.answered(position, false)) {
            end(delivery);
        }
    }

    private void end(Delivery delivery) {
        acknowledgements.add(delivery);
        order.answered(delivery.parcel());
    }

    /** The parcel may be sent a second time, and the producer closes a record's headers. */
    static ProducerRecord<String, byte[]> copyOf(ProducerRecord<String, byte[]> record) {
        return new ProducerRecord<>(record.topic(), null, null, record.key(), record.value(), record.headers());
    }
}
