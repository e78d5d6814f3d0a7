package dev.layeredsaga.inventory.claim.kafka;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.VerifyClaims;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A saga's connection to the inventory: sends commands and receives replies. */
final class SagaChannel implements AutoCloseable {

    private final JsonMapper json = MessageJson.mapper();
    private final CloudEventCodec codec = new CloudEventCodec(URI.create("/test"), json, Clock.systemUTC());
    private final KafkaProducer<String, byte[]> producer;
    private final KafkaConsumer<String, byte[]> consumer;
    private final List<ConsumerRecord<String, byte[]>> received = new ArrayList<>();

    SagaChannel() {
        String brokers = SharedInfrastructure.get().kafkaBootstrapServers();
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers), new StringSerializer(), new ByteArraySerializer());
        consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        brokers,
                        "group.id",
                        UUID.randomUUID().toString(),
                        "auto.offset.reset",
                        "earliest"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        consumer.subscribe(
                List.of(Topics.SAGA_REPLIES, Topics.INVENTORY_EVENTS, Topics.deadLettersOf(Topics.INVENTORY_COMMANDS)));
    }

    /** A received message: its type and its document. */
    record Received(String type, JsonNode body) {

        String text(String field) {
            return body.path(field).asString("");
        }
    }

    ProducerRecord<String, byte[]> encode(SagaCommand command) {
        return codec.encode(
                OutgoingMessage.of(Topics.INVENTORY_COMMANDS, command.attempt().sagaId(), command));
    }

    void send(VerifyClaims question) {
        send(codec.encode(OutgoingMessage.of(Topics.INVENTORY_COMMANDS, UUID.randomUUID(), question)));
    }

    void send(ProducerRecord<String, byte[]> record) {
        Future<?> unused = producer.send(record);
        producer.flush();
    }

    Received ask(SagaCommand command) {
        send(encode(command));
        return replyTo(command);
    }

    Received replyTo(SagaCommand command) {
        String attempt = json.writeValueAsString(command.attempt());
        return await(
                Topics.SAGA_REPLIES, received -> received.body().path("attempt").equals(json.readTree(attempt)));
    }

    /** Waits for a message that matches. */
    Received await(String topic, Predicate<Received> wanted) {
        return Awaitility.await()
                .until(() -> allOf(topic).stream().filter(wanted).toList(), found -> !found.isEmpty())
                .getFirst();
    }

    ConsumerRecord<String, byte[]> awaitDeadLetter(String key) {
        String topic = Topics.deadLettersOf(Topics.INVENTORY_COMMANDS);
        return Awaitility.await()
                .until(
                        () -> recordsOf(topic).stream()
                                .filter(record -> key.equals(record.key()))
                                .toList(),
                        found -> !found.isEmpty())
                .getFirst();
    }

    /** Returns all messages received so far. */
    List<Received> allOf(String topic) {
        return recordsOf(topic).stream().map(this::read).toList();
    }

    private List<ConsumerRecord<String, byte[]>> recordsOf(String topic) {
        consumer.poll(Duration.ofMillis(50)).forEach(received::add);
        return received.stream().filter(record -> record.topic().equals(topic)).toList();
    }

    private Received read(ConsumerRecord<String, byte[]> record) {
        return new Received(header(record, "ce_type"), json.readTree(record.value()));
    }

    static String header(ConsumerRecord<String, byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), java.nio.charset.StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
