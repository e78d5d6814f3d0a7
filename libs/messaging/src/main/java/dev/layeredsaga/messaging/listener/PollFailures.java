package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.failure.FailureKind;
import dev.layeredsaga.messaging.listener.PollOutcome.Failure;
import dev.layeredsaga.messaging.meters.MessageMeters;
import dev.layeredsaga.messaging.trace.Tracing;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * Goes on after a poll of which something failed, each partition for itself: up to its first record that is neither handled nor a dead
 * letter. There the partition is held, and the others go on. Thread-safe.
 */
final class PollFailures implements CommonErrorHandler {

    private static final Logger log = LoggerFactory.getLogger(PollFailures.class);

    /** Uncommitted records are read again after a crash, as known duplicates. */
    private static final Duration COMMIT_TIMEOUT = Duration.ofSeconds(5);

    private final DeadLetters deadLetters;
    private final Tracing tracing;
    private final MessageMeters meters;

    PollFailures(DeadLetters deadLetters, Tracing tracing, MessageMeters meters) {
        this.deadLetters = deadLetters;
        this.tracing = tracing;
        this.meters = meters;
    }

    /** A consumer that can leave out a partition for a while. */
    interface Holding {

        /** Delivers the record at the offset again after a pause, and nothing of its partition before. */
        void hold(TopicPartition partition, long offset, Throwable cause);
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
        outcome.failures().keySet().forEach(record -> meters.failed(record.topic()));
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        Letters letters = new Letters(String.valueOf(container.getGroupId()));
        for (TopicPartition partition : poll.partitions()) {
            long next = goOn(partition, poll.records(partition), outcome, letters, consumer);
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
            if (cause instanceof PartlyHandledException partly) {
                return partly.outcome();
            }
        }
        PollOutcome nothing = new PollOutcome();
        nothing.stoppedBy(thrown instanceof RuntimeException unchecked ? unchecked : new RuntimeException(thrown));
        return nothing;
    }

    /** Returns the offset to go on with. */
    private long goOn(
            TopicPartition partition,
            List<? extends ConsumerRecord<?, ?>> records,
            PollOutcome outcome,
            Letters letters,
            Consumer<?, ?> consumer) {
        for (ConsumerRecord<?, ?> record : records) {
            if (outcome.isHandled(record)) {
                continue;
            }
            Failure failure = outcome.failureOf(record);
            @Nullable Throwable cause = failure == null
                    ? outcome.stoppedBy()
                    : failure.proven() ? letters.put(record, failure.cause()) : failure.cause();
            if (cause != null) {
                hold(partition, record, cause, consumer);
                return record.offset();
            }
            if (failure == null) {
                // behind a dead letter with the same key: its turn is next
                consumer.seek(partition, record.offset());
                return record.offset();
            }
        }
        return records.getLast().offset() + 1;
    }

    private void hold(TopicPartition partition, ConsumerRecord<?, ?> record, Throwable cause, Consumer<?, ?> consumer) {
        inTraceOf(record, () -> ((Holding) consumer).hold(partition, record.offset(), cause));
    }

    private void inTraceOf(ConsumerRecord<?, ?> record, Runnable work) {
        tracing.in(String.valueOf(record.key()), CloudEventCodec.traceOf(record), work);
    }

    /** The dead letters of one poll; after one that could not be written no other is tried. */
    private final class Letters {

        private final String group;
        private @Nullable RuntimeException failure;

        Letters(String group) {
            this.group = group;
        }

        /** @return null if the letter is written, else why it is not */
        @Nullable RuntimeException put(ConsumerRecord<?, ?> record, RuntimeException cause) {
            if (failure == null) {
                inTraceOf(record, () -> write(record, cause));
            }
            return failure;
        }

        private void write(ConsumerRecord<?, ?> record, RuntimeException cause) {
            try {
                deadLetters.put(record, group, FailureKind.reasonOf(cause));
            } catch (RuntimeException e) {
                failure = e;
                return;
            }
            meters.deadLetter(record.topic());
            log.error(
                    "{}-{}@{} (key {}) is a dead letter now: {}",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    record.key(),
                    FailureKind.summaryOf(cause));
        }
    }
}
