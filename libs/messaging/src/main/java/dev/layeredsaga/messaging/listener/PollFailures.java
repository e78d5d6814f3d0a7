package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.meters.MessageMeters;
import dev.layeredsaga.messaging.trace.Tracing;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * Goes on after a poll that could not be finished, as the database takes neither the messages nor what holds them: each partition up to its
 * first record that is not done. There it stops, and the other partitions go on. Thread-safe.
 */
final class PollFailures implements CommonErrorHandler {

    private static final Logger log = LoggerFactory.getLogger(PollFailures.class);

    /** Uncommitted records are read again after a crash, as known duplicates. */
    private static final Duration COMMIT_TIMEOUT = Duration.ofSeconds(5);

    private final Tracing tracing;
    private final MessageMeters meters;

    PollFailures(Tracing tracing, MessageMeters meters) {
        this.tracing = tracing;
        this.meters = meters;
    }

    /** A consumer that can leave out a partition for a while. */
    interface Stopping {

        /** Delivers the record at the offset again after a pause, and nothing of its partition before. */
        void stop(TopicPartition partition, long offset, Throwable cause);
    }

    /** The partitions, not their records, are sought. */
    @Override
    public boolean seeksAfterHandling() {
        return true;
    }

    /** Returns false: this class commits itself. */
    @Override
    public boolean isAckAfterHandle() {
        return false;
    }

    @Override
    public void handleBatch(
            Exception thrown,
            ConsumerRecords<?, ?> poll,
            Consumer<?, ?> consumer,
            MessageListenerContainer container,
            Runnable invokeListener) {
        PollOutcome outcome = outcomeOf(thrown);
        Throwable cause = Objects.requireNonNullElse(outcome.stoppedBy(), thrown);
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        for (TopicPartition partition : poll.partitions()) {
            long next = goOn(partition, poll.records(partition), outcome, cause, consumer);
            positions.put(partition, new OffsetAndMetadata(next));
        }
        consumer.commitSync(positions, COMMIT_TIMEOUT);
    }

    /** A poll or a commit that failed: the next one is at hand. */
    @Override
    public void handleOtherException(
            Exception thrown, Consumer<?, ?> consumer, MessageListenerContainer container, boolean batchListener) {
        log.warn("{}: the consumer failed and goes on: {}", container.getGroupId(), thrown.toString());
    }

    private static PollOutcome outcomeOf(Exception thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof PollFailedException failed) {
                return failed.outcome();
            }
        }
        return new PollOutcome();
    }

    /** Returns the offset to go on with. */
    private long goOn(
            TopicPartition partition,
            List<? extends ConsumerRecord<?, ?>> records,
            PollOutcome outcome,
            Throwable cause,
            Consumer<?, ?> consumer) {
        for (ConsumerRecord<?, ?> record : records) {
            if (!outcome.isDone(record)) {
                meters.failed(partition.topic());
                tracing.in(
                        String.valueOf(record.key()),
                        CloudEventCodec.traceOf(record),
                        () -> ((Stopping) consumer).stop(partition, record.offset(), cause));
                return record.offset();
            }
        }
        return records.getLast().offset() + 1;
    }
}
