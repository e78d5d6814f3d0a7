package dev.layeredsaga.messaging.listener;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.RetryListener;

/** One line per failed delivery and one per dead letter. */
final class RedeliveryLog implements RetryListener {

    private static final Logger log = LoggerFactory.getLogger(RedeliveryLog.class);

    @Override
    public void failedDelivery(ConsumerRecord<?, ?> record, @Nullable Exception failure, int attempt) {
        log.warn("{} failed, attempt {}: {}", position(record), attempt, reasonOf(failure));
    }

    @Override
    public void recovered(ConsumerRecord<?, ?> record, @Nullable Exception failure) {
        log.error("{} is a dead letter now: {}", position(record), reasonOf(failure));
    }

    private static String reasonOf(@Nullable Exception failure) {
        return failure == null ? "unknown" : RedeliveryPolicy.reasonOf(failure);
    }

    private static String position(ConsumerRecord<?, ?> record) {
        return "%s-%d@%d (key %s)".formatted(record.topic(), record.partition(), record.offset(), record.key());
    }
}
