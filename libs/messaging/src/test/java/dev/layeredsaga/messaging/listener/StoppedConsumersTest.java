package dev.layeredsaga.messaging.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.fixture.Broker;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ApplicationAvailabilityBean;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.listener.MessageListener;

class StoppedConsumersTest {

    private final AnnotationConfigApplicationContext context =
            new AnnotationConfigApplicationContext(ApplicationAvailabilityBean.class, StoppedConsumers.class);
    private String topic = "";

    @BeforeEach
    void publishOne() throws Exception {
        topic = Broker.freshTopic(1);
        DefaultKafkaProducerFactory<String, String> producers = new DefaultKafkaProducerFactory<>(
                Map.of("bootstrap.servers", Broker.address()), new StringSerializer(), new StringSerializer());
        new KafkaTemplate<>(producers)
                .send(new ProducerRecord<>(topic, "value"))
                .join();
        producers.destroy();
    }

    /** As a service does when it has started; until then it is broken. */
    @BeforeEach
    void beLive() {
        AvailabilityChangeEvent.publish(context, LivenessState.CORRECT);
    }

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void breaksWithAConsumerThatAnErrorHasEnded() {
        KafkaMessageListenerContainer<String, String> consumer = started(record -> {
            throw new StackOverflowError("this must not be caught, and is not");
        });
        await().until(() -> liveness() == LivenessState.BROKEN);

        assertThat(consumer.isRunning()).isFalse();
    }

    @Test
    void doesNotMindAConsumerThatIsStopped() {
        KafkaMessageListenerContainer<String, String> consumer = started(record -> {});
        await().until(() -> consumer.getAssignedPartitions() != null
                && !consumer.getAssignedPartitions().isEmpty());
        consumer.stop();

        assertThat(liveness()).isEqualTo(LivenessState.CORRECT);
    }

    private LivenessState liveness() {
        return context.getBean(ApplicationAvailability.class).getLivenessState();
    }

    private KafkaMessageListenerContainer<String, String> started(MessageListener<String, String> listener) {
        ContainerProperties properties = new ContainerProperties(topic);
        properties.setGroupId(topic);
        properties.setMessageListener(listener);
        DefaultKafkaConsumerFactory<String, String> consumers = new DefaultKafkaConsumerFactory<>(
                Map.of("bootstrap.servers", Broker.address(), "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new StringDeserializer());
        KafkaMessageListenerContainer<String, String> container =
                new KafkaMessageListenerContainer<>(consumers, properties);
        container.setApplicationEventPublisher(context);
        container.start();
        return container;
    }
}
