package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.failure.FailureKind;
import dev.layeredsaga.messaging.meters.MessageMeters;
import dev.layeredsaga.messaging.trace.Tracing;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.RetryListener;

/** One line per failed delivery and one per dead letter, in the trace of the message; both are counted. */
final class RedeliveryLog implements RetryListener {

    private static final Logger log = LoggerFactory.getLogger(RedeliveryLog.class);

    private final Tracing tracing;
    private final MessageMeters meters;

    RedeliveryLog(Tracing tracing, MessageMeters meters) {
        this.tracing = tracing;
        this.meters = meters;
    }

    @Override
    public void failedDelivery(ConsumerRecord<?, ?> record, @Nullable Exception failure, int attempt) {
        meters.failed(record.topic());
        inTraceOf(record, () -> log.warn("{} failed, attempt {}: {}", position(record), attempt, reasonOf(failure)));
    }

    @Override
    public void recovered(ConsumerRecord<?, ?> record, @Nullable Exception failure) {
        meters.deadLetter(record.topic());
        inTraceOf(record, () -> log.error("{} is a dead letter now: {}", position(record), reasonOf(failure)));
    }

    private void inTraceOf(ConsumerRecord<?, ?> record, Runnable line) {
        tracing.in(String.valueOf(record.key()), CloudEventCodec.traceOf(record), line);
    }

    private static String reasonOf(@Nullable Exception failure) {
        return failure == null ? "unknown" : FailureKind.reasonOf(failure);
    }

    private static String position(ConsumerRecord<?, ?> record) {
        return "%s-%d@%d (key %s)".formatted(record.topic(), record.partition(), record.offset(), record.key());
    }
}
