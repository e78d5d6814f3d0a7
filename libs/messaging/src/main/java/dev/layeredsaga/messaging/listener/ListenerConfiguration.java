package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.held.DeadLetters;
import dev.layeredsaga.messaging.held.HeldMessages;
import dev.layeredsaga.messaging.held.HeldRetries;
import dev.layeredsaga.messaging.listener.IdempotentConsumer.ConsumerParts;
import dev.layeredsaga.messaging.meters.MessageMeters;
import dev.layeredsaga.messaging.settings.MessagingProperties;
import dev.layeredsaga.messaging.topic.UsedTopics;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;
import org.springframework.kafka.listener.ContainerProperties;

/** Configures how every {@code @KafkaListener} of a service polls, retries and gives up. */
@Configuration(proxyBeanMethods = false)
@Import({
    DeadLetters.class,
    HeldRetries.class,
    ConsumerParts.class,
    MessageMeters.class,
    PollFailures.class,
    StoppedConsumers.class,
    ConsumerLag.class
})
public class ListenerConfiguration {

    /**
     * A property of a listener for whom sooner is not better: how many milliseconds there are between two batches at least, unless one
     * is full. Fewer transactions for a little delay; who has rested for so long gets the next message at once. Default 0.
     */
    public static final String LEAST_INTERVAL = SecondPollConsumerFactory.LEAST_INTERVAL;

    /** A commit of offsets is a request to the broker, and costs it about as much as a batch does. */
    private static final Duration OFFSETS_INTERVAL = Duration.ofMillis(500);

    @Bean
    HeldMessages heldMessages(JdbcTemplate jdbc, MessagingProperties messaging) {
        return new HeldMessages(jdbc, messaging.listener().mostHeld());
    }

    /** The name is that of the health: {@code consumers}. */
    @Bean
    StoppedPartitions consumersHealthIndicator(Clock clock, MeterRegistry meters, List<UsedTopics> used) {
        StoppedPartitions stopped = new StoppedPartitions(clock);
        stopped.register(UsedTopics.of(used), meters);
        return stopped;
    }

    /** The name is that of the health: {@code kafkaAccess}. */
    @Bean
    RefusedConsumers kafkaAccessHealthIndicator() {
        return new RefusedConsumers();
    }

    @Bean
    ConsumerFactory<String, byte[]> consumerFactory(
            KafkaProperties kafka,
            MessagingProperties messaging,
            RefusedConsumers refused,
            Heartbeats heartbeats,
            ConsumerLag lag) {
        Map<String, Object> settings = kafka.buildConsumerProperties();
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        int batchSize = messaging.listener().batchSize();
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, batchSize);
        // packed; what of it is unpacked and kept, RecordBounds says
        settings.putIfAbsent(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 16 * 1024 * 1024);
        // fetches of a topic where nothing arrives cost two wake-ups each here and more at the broker; what arrives is
        // not delayed
        settings.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 1_000);
        // a killed instance's partitions are another's after this time
        settings.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
        settings.putIfAbsent(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 3_000);
        SecondPollConsumerFactory consumers = new SecondPollConsumerFactory(settings, batchSize, refused, heartbeats);
        consumers.addListener(lag);
        return consumers;
    }

    @Bean
    ConcurrentKafkaListenerContainerFactory<String, byte[]> kafkaListenerContainerFactory(
            ConsumerFactory<String, byte[]> consumers,
            PollFailures failures,
            HeldMessages held,
            MessagingProperties messaging) {
        ConcurrentKafkaListenerContainerFactory<String, byte[]> factory =
                new ConcurrentKafkaListenerContainerFactory<>();
        factory.setConsumerFactory(consumers);
        factory.setBatchListener(true);
        factory.setConcurrency(messaging.listener().concurrency());
        factory.setCommonErrorHandler(failures);
        commitOffsetsNowAndThen(factory.getContainerProperties());
        factory.getContainerProperties().setConsumerRebalanceListener(new ConsumerAwareRebalanceListener() {
            @Override
            public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
                held.recheck();
            }
        });
        // where it is not a poll that is refused but a commit; the consumer would end otherwise
        factory.getContainerProperties().setAuthExceptionRetryInterval(SecondPollConsumerFactory.REFUSED);
        return factory;
    }

    /** Commits periodically. The inbox knows records read again after a crash. Leaving a group and stopping commit first. */
    private static void commitOffsetsNowAndThen(ContainerProperties container) {
        container.setAckMode(ContainerProperties.AckMode.TIME);
        container.setAckTime(OFFSETS_INTERVAL.toMillis());
    }
}
