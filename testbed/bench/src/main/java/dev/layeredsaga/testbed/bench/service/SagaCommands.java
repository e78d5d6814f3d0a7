package dev.layeredsaga.testbed.bench.service;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimRefused;
import dev.layeredsaga.contract.inventory.InventoryCommand;
import dev.layeredsaga.contract.inventory.StockClaimed;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends commands as the orchestrator does and returns their replies. One command per saga at a time. Thread-safe. */
public final class SagaCommands implements AutoCloseable {

    private static final int LONGEST_WAIT_SECONDS = 60;
    private static final MessageTypes<SagaReply> REPLIES =
            MessageTypes.of(List.of(StockClaimed.class, ClaimRefused.class, ClaimConfirmed.class));

    private final CloudEventCodec codec =
            new CloudEventCodec(URI.create("/bench"), MessageJson.mapper(), Clock.systemUTC());
    private final Map<UUID, CompletableFuture<SagaReply>> awaited = new ConcurrentHashMap<>();
    private final KafkaProducer<String, byte[]> producer;
    private final TopicTail replies;

    public SagaCommands(String bootstrapServers) {
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "linger.ms", 1),
                new StringSerializer(),
                new ByteArraySerializer());
        replies = new TopicTail(bootstrapServers, Topics.SAGA_REPLIES, this::handOver);
    }

    /** Returns the reply to the command; waits a minute at most. */
    public SagaReply ask(InventoryCommand command) throws Exception {
        UUID saga = command.attempt().sagaId();
        CompletableFuture<SagaReply> reply = new CompletableFuture<>();
        awaited.put(saga, reply);
        var unused = producer.send(codec.encode(OutgoingMessage.of(Topics.INVENTORY_COMMANDS, saga, command)));
        return reply.get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    }

    private void handOver(ConsumerRecord<String, byte[]> received) {
        SagaReply reply = codec.decode(received, REPLIES).payload();
        CompletableFuture<SagaReply> waiting = awaited.remove(reply.attempt().sagaId());
        if (waiting != null) {
            waiting.complete(reply);
        }
    }

    @Override
    public void close() {
        replies.close();
        producer.close();
    }
}
