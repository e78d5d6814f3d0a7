package dev.layeredsaga.testbed.failures.matrix.system;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.fault.ForgedCommands;
import dev.layeredsaga.testbed.failures.fault.MessageWriter;
import dev.layeredsaga.testbed.failures.fault.Poison;
import dev.layeredsaga.testbed.failures.fault.TopicFaults;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads, repeats and forges the messages between the services. */
public final class MessageBus {

    /** The topics that drive the services; {@code saga.events} only announces. */
    public static final List<String> TAKEN_IN =
            List.of(Topics.ORDERS_EVENTS, Topics.INVENTORY_COMMANDS, Topics.PAYMENT_COMMANDS, Topics.SAGA_REPLIES);

    private static final String ID = "ce_id";
    private static final JsonMapper JSON = new JsonMapper();

    private final String kafka;
    private final MessageWriter writer;

    MessageBus(String kafka) {
        this.kafka = kafka;
        this.writer = new MessageWriter(kafka);
    }

    /** Every message about the saga that is there now on the topic. */
    public List<ConsumerRecord<String, String>> about(String sagaId, String topic) {
        return new PublishedRecords(kafka, topic).of(sagaId);
    }

    /** Every message about the saga that the services take in. */
    public List<ConsumerRecord<String, String>> about(String sagaId) {
        return TAKEN_IN.stream().flatMap(topic -> about(sagaId, topic).stream()).toList();
    }

    /** The same message once more, as a broker may deliver it. */
    public void repeat(ConsumerRecord<String, String> message) {
        send(copyOf(message));
    }

    /** The same once more as a message of its own, as a sender may repeat it. */
    public void repeatUnderNewId(ConsumerRecord<String, String> message) {
        ProducerRecord<String, String> copy = copyOf(message);
        rename(copy.headers());
        send(copy);
    }

    private static void rename(Headers headers) {
        headers.remove(ID);
        headers.add(ID, bytes(UUID.randomUUID().toString()));
    }

    private static ProducerRecord<String, String> copyOf(ConsumerRecord<String, String> message) {
        return new ProducerRecord<>(message.topic(), null, message.key(), message.value(), message.headers());
    }

    /** A message that says it comes from the orchestrator. */
    public void command(String topic, String type, String sagaId, String json) {
        send(ForgedCommands.command(topic, type, sagaId, json));
    }

    /** Asks the payment participant over Kafka to charge the saga's order. */
    public void charge(String sagaId, String method) {
        send(ForgedCommands.charge(sagaId, new Money(Shop.PRICE, "KRW"), method));
    }

    /** Answers a command that the inventory has not read, by a reply without further contents, once the command is on its topic. */
    public void answerForInventory(String sagaId, String command, String reply) {
        String asked = Awaitility.await(command)
                .atMost(Duration.ofSeconds(30))
                .until(() -> lastCommand(sagaId, command), Objects::nonNull);
        JsonNode attempt = JSON.readTree(asked).path("attempt");
        command(Topics.SAGA_REPLIES, reply, sagaId, "{\"attempt\": %s}".formatted(attempt));
    }

    private @Nullable String lastCommand(String sagaId, String type) {
        return about(sagaId, Topics.INVENTORY_COMMANDS).stream()
                .filter(command -> type.equals(PublishedRecords.header(command, "ce_type")))
                .map(ConsumerRecord::value)
                .reduce((first, last) -> last)
                .orElse(null);
    }

    /** Sends something that nobody can handle, on every partition of the topic. */
    public void poison(String topic, Poison kind) {
        int partitions = new TopicFaults(kafka).partitions(topic);
        for (int partition = 0; partition < partitions; partition++) {
            ProducerRecord<String, String> record = kind.on(topic);
            send(new ProducerRecord<>(topic, partition, record.key(), record.value(), record.headers()));
        }
    }

    /** Returns the topic's number of dead letters. */
    public int deadLettersOf(String topic) {
        return new PublishedRecords(kafka, Topics.deadLettersOf(topic)).all().size();
    }

    /** Returns the number of dead letters of all topics. */
    public int deadLetters() {
        return Topics.ALL.stream().mapToInt(this::deadLettersOf).sum();
    }

    public void purge(String topic) {
        new TopicFaults(kafka).purge(topic);
    }

    /** Deletes the topic with all that is in it, and returns how many partitions it had. */
    public int delete(String topic) {
        return new TopicFaults(kafka).delete(topic);
    }

    public void create(String topic, int partitions) {
        new TopicFaults(kafka).create(topic, partitions);
    }

    private void send(ProducerRecord<String, String> message) {
        writer.send(List.of(message));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns once the services have taken in all that is on their topics now. */
    public void awaitTakenIn() {
        new Backlog(kafka).awaitNone();
    }
}
