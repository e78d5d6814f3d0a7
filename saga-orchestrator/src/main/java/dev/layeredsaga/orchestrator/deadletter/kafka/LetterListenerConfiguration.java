package dev.layeredsaga.orchestrator.deadletter.kafka;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * The consumer of dead letters. Reads them as bytes, a few at a time, so that letters of the largest size fit in a heap of 256 MiB. Has no
 * heartbeat in liveness and does not take readiness down, because orders do not depend on it.
 */
@Configuration(proxyBeanMethods = false)
class LetterListenerConfiguration {

    /** Between two tries while the broker refuses this consumer, which would end otherwise and take liveness with it. */
    private static final Duration REFUSED = Duration.ofSeconds(5);

    private static final int MOST_OF_A_FETCH = 4 * 1024 * 1024;

    @Bean
    ConcurrentKafkaListenerContainerFactory<byte[], byte[]> deadLetterListenerContainerFactory(KafkaProperties kafka) {
        Map<String, Object> settings = kafka.buildConsumerProperties();
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 20);
        settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, MOST_OF_A_FETCH);
        // letters are rare, and one that arrives ends the wait
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 5_000);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "saga-orchestrator-dead-letters");
        ConcurrentKafkaListenerContainerFactory<byte[], byte[]> factory =
                new ConcurrentKafkaListenerContainerFactory<>();
        factory.setConsumerFactory(
                new DefaultKafkaConsumerFactory<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
        factory.setBatchListener(true);
        factory.getContainerProperties().setAckMode(ContainerProperties.AckMode.BATCH);
        factory.getContainerProperties().setAuthExceptionRetryInterval(REFUSED);
        factory.setCommonErrorHandler(new DefaultErrorHandler(withoutEnd()));
        return factory;
    }

    private static ExponentialBackOff withoutEnd() {
        ExponentialBackOff pauses = new ExponentialBackOff(500, 2);
        pauses.setMaxInterval(30_000);
        return pauses;
    }
}
