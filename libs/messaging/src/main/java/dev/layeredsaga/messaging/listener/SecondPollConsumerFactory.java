package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.envelope.RecordBounds;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;

/**
 * Creates consumers that poll twice when they have been busy. A consumer asks for the next records as soon as it has handed some over,
 * and keeps what the broker has at that moment; what arrives while those are being handled would have to wait for a transaction of
 * its own, however much it is. The second poll takes a part of the time that the batch before took, so that a lone message is not kept
 * waiting; nor is it by a least interval between batches, which is counted from the batch before.
 */
final class SecondPollConsumerFactory extends DefaultKafkaConsumerFactory<String, byte[]> {

    private static final Logger log = LoggerFactory.getLogger(SecondPollConsumerFactory.class);

    /** Of the consumer that is being made; it asks for its deserializers before there is anything to ask itself. */
    private static final ScopedValue<RecordBounds> BOUNDS = ScopedValue.newInstance();

    /** The second poll's timeout. It returns records within a fraction of that; without any, the wait is in vain. */
    private static final Duration SECOND_POLL = Duration.ofMillis(2);

    /** The part of the time spent on the last batch that may be waited in vain for the next to be larger. */
    private static final int SHARE = 4;

    /** Kafka's own default for max.poll.interval.ms, after which the group takes the partitions away. */
    private static final Duration LONGEST_BETWEEN_POLLS = Duration.ofMinutes(5);

    /** The property that has the least interval between two batches, in milliseconds. */
    static final String LEAST_INTERVAL = "layered-saga.least-interval.ms";

    /** Between two tries of a consumer that the broker refuses. */
    static final Duration REFUSED = Duration.ofSeconds(1);

    private final int batchSize;
    private final RefusedConsumers refused;
    private final Heartbeats heartbeats;

    SecondPollConsumerFactory(
            Map<String, Object> settings, int batchSize, RefusedConsumers refused, Heartbeats heartbeats) {
        super(settings);
        this.batchSize = batchSize;
        this.refused = refused;
        this.heartbeats = heartbeats;
        setKeyDeserializerSupplier(() -> BOUNDS.orElse(new RecordBounds()).keys());
        setValueDeserializerSupplier(() -> BOUNDS.orElse(new RecordBounds()).values());
    }

    @Override
    protected Consumer<String, byte[]> createRawConsumer(Map<String, Object> settings) {
        Map<String, Object> kafkas = new HashMap<>(settings);
        Object interval = kafkas.remove(LEAST_INTERVAL);
        long millis = Long.parseLong(Objects.requireNonNullElse(interval, 0).toString());
        RecordBounds bounds = new RecordBounds();
        return ScopedValue.where(BOUNDS, bounds).call(() -> new PollingTwice(kafkas, millis, bounds));
    }

    private final class PollingTwice extends ExtendedKafkaConsumer {

        private final Heartbeat heartbeat = heartbeats.register("listener", LONGEST_BETWEEN_POLLS);
        private final RefusedConsumers.OfConsumer access;
        private final RecordBounds bounds;
        private final long leastInterval;
        private long polled = System.nanoTime();
        private long handedOver;

        PollingTwice(Map<String, Object> settings, long leastIntervalMillis, RecordBounds bounds) {
            super(settings);
            String group = String.valueOf(settings.get(ConsumerConfig.GROUP_ID_CONFIG));
            this.access = refused.ofConsumer(group);
            this.bounds = bounds;
            this.leastInterval = TimeUnit.MILLISECONDS.toNanos(leastIntervalMillis);
            this.handedOver = polled - leastInterval;
        }

        @Override
        public ConsumerRecords<String, byte[]> poll(Duration timeout) {
            heartbeat.beat();
            Duration worthwhile = Duration.ofNanos((System.nanoTime() - polled) / SHARE);
            bounds.beginPoll();
            ConsumerRecords<String, byte[]> records = pollIfAllowed(timeout);
            if (!records.isEmpty()) {
                if (records.count() < batchSize) {
                    Duration second = rest() ? SECOND_POLL : Collections.min(List.of(worthwhile, SECOND_POLL));
                    records = withWhatElseComes(records, second);
                }
                handedOver = System.nanoTime();
            }
            polled = System.nanoTime();
            return records;
        }

        /** Returns nothing, after a pause, if the broker refuses this consumer: the container would end it. */
        private ConsumerRecords<String, byte[]> pollIfAllowed(Duration timeout) {
            try {
                ConsumerRecords<String, byte[]> records = super.poll(timeout);
                access.accepted();
                return records;
            } catch (AuthenticationException | AuthorizationException e) {
                access.refused(e);
                LockSupport.parkNanos(REFUSED.toNanos());
                return ConsumerRecords.empty();
            }
        }

        @Override
        public void close() {
            release();
            super.close();
        }

        @Override
        public void close(CloseOptions options) {
            release();
            super.close(options);
        }

        private void release() {
            access.close();
            heartbeat.close();
        }

        /** Returns true if it was too early for the next batch, once it no longer is. */
        private boolean rest() {
            long left = leastInterval - (System.nanoTime() - handedOver);
            if (left <= 0) {
                return false;
            }
            LockSupport.parkNanos(left);
            return true;
        }

        /** Consumers count in milliseconds; what is less is no poll at all. */
        private ConsumerRecords<String, byte[]> withWhatElseComes(
                ConsumerRecords<String, byte[]> records, Duration timeout) {
            if (timeout.toMillis() == 0) {
                return records;
            }
            try {
                return both(records, super.poll(timeout));
            } catch (RuntimeException e) {
                // what is at hand must not be lost for it; if it lasts, the next poll has it, too
                log.debug("there was no second poll: {}", e.toString());
                return records;
            }
        }
    }

    static ConsumerRecords<String, byte[]> both(
            ConsumerRecords<String, byte[]> earlier, ConsumerRecords<String, byte[]> later) {
        if (later.isEmpty()) {
            return earlier;
        }
        Map<TopicPartition, List<ConsumerRecord<String, byte[]>>> records = new HashMap<>();
        for (ConsumerRecords<String, byte[]> some : List.of(earlier, later)) {
            for (TopicPartition partition : some.partitions()) {
                records.computeIfAbsent(partition, none -> new ArrayList<>()).addAll(some.records(partition));
            }
        }
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>(earlier.nextOffsets());
        next.putAll(later.nextOffsets());
        return new ConsumerRecords<>(records, next);
    }
}
