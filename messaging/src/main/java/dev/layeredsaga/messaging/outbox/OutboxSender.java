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
 * Hands queued rows to the producer. In a thread of its own: the producer blocks while it has no metadata or no room, and a
 * transaction must not wait for that.
 */
final class OutboxSender implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(OutboxSender.class);

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final SendOrder order;
    private final Acknowledgements acknowledgements;
    private final KafkaOperations<String, byte[]> kafka;

    OutboxSender(SendOrder order, Acknowledgements acknowledgements, KafkaOperations<String, byte[]> kafka) {
        this.order = order;
        this.acknowledgements = acknowledgements;
        this.kafka = kafka;
    }

    /** Goes on until it is interrupted. */
    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                OutboxRow row = order.poll(PATIENCE);
                if (row != null) {
                    send(row);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(OutboxRow row) {
        try {
            // a copy: the row may be sent a second time, and the producer closes a record's headers
            CompletableFuture<?> unused =
                    kafka.send(copyOf(row.record())).whenComplete((result, failure) -> answered(row, failure));
        } catch (RuntimeException e) {
            refused(row, e);
        }
    }

    private void refused(OutboxRow row, RuntimeException failure) {
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
        if (cause instanceof RetriableException || cause instanceof InterruptException) {
            int left = order.refused(row);
            log.warn("the producer takes nothing; {} messages are left to the sweep: {}", left, cause.toString());
        } else {
            answered(row, cause);
        }
    }

    private void answered(OutboxRow row, @Nullable Throwable failure) {
        if (failure == null) {
            acknowledgements.add(row);
            order.acknowledged(row);
        } else {
            order.failed(row);
            log.warn("message {} was not sent and is left to the sweep: {}", row.id(), failure.toString());
        }
    }

    private static ProducerRecord<String, byte[]> copyOf(ProducerRecord<String, byte[]> record) {
        return new ProducerRecord<>(record.topic(), null, null, record.key(), record.value(), record.headers());
    }
}
