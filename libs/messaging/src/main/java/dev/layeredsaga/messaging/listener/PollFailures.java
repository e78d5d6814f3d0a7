package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.listener.StoppedPartitions.Stop;
import dev.layeredsaga.messaging.meters.MessageMeters;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Repeats a poll that could not be finished, as the database takes neither the messages nor what holds them, until it is: after 50 ms, and then
 * after pauses twice as long each, up to 5 s. The consumer's partitions are paused meanwhile, and it stays in its group. Gives no
 * message up. Thread-safe.
 */
final class PollFailures extends DefaultErrorHandler {

    private static final Logger log = LoggerFactory.getLogger(PollFailures.class);

    private final StoppedPartitions stopped;
    private final MessageMeters meters;

    PollFailures(StoppedPartitions stopped, MessageMeters meters) {
        super(PollFailures::neverGiveUp, pauses());
        this.stopped = stopped;
        this.meters = meters;
        // by default some exceptions, such as a ClassCastException, would lose their poll
        setClassifications(Map.of(), true);
    }

    private static void neverGiveUp(ConsumerRecord<?, ?> record, Exception cause) {
        throw new KafkaException("not to be given up: " + record.topic(), cause);
    }

    private static BackOff pauses() {
        ExponentialBackOff pauses = new ExponentialBackOff(50, 2);
        pauses.setMaxInterval(5_000);
        // so that what failed together does not come back together
        pauses.setJitter(10);
        return pauses;
    }

    @Override
    public void handleBatch(
            Exception thrown,
            ConsumerRecords<?, ?> poll,
            Consumer<?, ?> consumer,
            MessageListenerContainer container,
            Runnable invokeListener) {
        Set<String> topics =
                poll.partitions().stream().map(TopicPartition::topic).collect(Collectors.toSet());
        try (Stop stop = stopped.begin(String.valueOf(container.getGroupId()), poll.partitions())) {
            topics.forEach(meters::failed);
            stop.failed(thrown);
            super.handleBatch(thrown, poll, consumer, container, () -> {
                try {
                    invokeListener.run();
                } catch (RuntimeException e) {
                    topics.forEach(meters::failed);
                    stop.failed(e);
                    throw e;
                }
            });
        }
    }

    /** A poll or a commit that failed: the next one is at hand. */
    @Override
    public void handleOtherException(
            Exception thrown, Consumer<?, ?> consumer, MessageListenerContainer container, boolean batchListener) {
        log.warn("{}: the consumer failed and goes on: {}", container.getGroupId(), thrown.toString());
    }
}
