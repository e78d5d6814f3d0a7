package dev.layeredsaga.testbed.infrastructure;

import dev.layeredsaga.testbed.infrastructure.kafka.KafkaServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A topic accessed with plain Kafka clients. */
record Topic(KafkaServer kafka, String name) {

    void create() {
        try (var admin = Admin.create(settings())) {
            admin.createTopics(List.of(new NewTopic(name, 1, (short) 1))).all().get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    boolean exists() {
        try (var admin = Admin.create(settings())) {
            return admin.listTopics().names().get().contains(name);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    void send(String value) {
        try (var producer = new KafkaProducer<>(settings(), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(name, value)).get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the oldest message, read by a new consumer group. */
    String first() {
        try (var consumer = new KafkaConsumer<>(settings(), new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(name));
            for (int attempt = 0; attempt < 20; attempt++) {
                for (var message : consumer.poll(Duration.ofMillis(500))) {
                    return message.value();
                }
            }
            throw new AssertionError("Nothing in " + name);
        }
    }

    private Map<String, Object> settings() {
        return Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "group.id",
                "reader-of-" + name,
                "auto.offset.reset",
                "earliest",
                "max.block.ms",
                1_000);
    }
}
