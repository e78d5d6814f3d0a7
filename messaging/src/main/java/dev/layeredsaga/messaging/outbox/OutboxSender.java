package dev.layeredsaga.messaging.outbox;

import java.time.Duration;
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

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final int MOST_TOGETHER = 1_000;

    private final SendOrder order;
    private final Acknowledgements acknowledgements;
    private final KafkaOperations<String, byte[]> kafka;
    private volatile Runnable beat = () -> {};

    OutboxSender(SendOrder order, Acknowledgements acknowledgements, KafkaOperations<String, byte[]> kafka) {
        this.order = order;
        this.acknowledgements = acknowledgements;
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
        int messages = 0;
        while (parcel != null) {
            send(new Delivery(parcel));
            messages += parcel.size();
            parcel = messages < MOST_TOGETHER ? order.poll(Duration.ZERO) : null;
        }
        if (messages > 0) {
            kafka.flush();
        }
    }

    private void send(Delivery delivery) {
        int size = delivery.parcel().size();
        for (int position = 0; position < size; position++) {
            if (!send(delivery, position)) {
                leaveFrom(position, delivery);
                return;
            }
        }
    }

    /** False if the producer takes nothing at present. */
    private boolean send(Delivery delivery, int position) {
        try {
            CompletableFuture<?> unused = kafka.send(
                            copyOf(delivery.parcel().records().get(position)))
                    .whenComplete((result, failure) -> answered(delivery, position, failure));
            return true;
        } catch (RuntimeException e) {
            Throwable cause = NestedExceptionUtils.getMostSpecificCause(e);
            if (cause instanceof RetriableException || cause instanceof InterruptException) {
                log.warn("the producer takes nothing at present: {}", cause.toString());
                return false;
            }
            answered(delivery, position, cause);
            return true;
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
            order.refused(delivery.parcel());
            log.warn(
                    "a message of parcel {} was not sent: {}", delivery.parcel().id(), failure.toString());
        }
        if (delivery.answered(position, failure == null)) {
            end(delivery);
        }
    }

    private void end(Delivery delivery) {
        acknowledgements.add(delivery);
        order.answered(delivery.parcel());
    }

    /** The parcel may be sent a second time, and the producer closes a record's headers. */
    private static ProducerRecord<String, byte[]> copyOf(ProducerRecord<String, byte[]> record) {
        return new ProducerRecord<>(record.topic(), null, null, record.key(), record.value(), record.headers());
    }
}
