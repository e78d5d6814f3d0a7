package dev.layeredsaga.order;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.kafka.core.KafkaTemplate;

/** Publishes events as the saga-orchestrator does, in the order that the test chooses. */
final class Orchestrator {

    private final CloudEventCodec codec =
            new CloudEventCodec(URI.create("/saga-orchestrator"), MessageJson.mapper(), Clock.systemUTC());
    private final OrderServiceInstance service;
    private final KafkaTemplate<String, byte[]> kafka;

    @SuppressWarnings("unchecked")
    Orchestrator(OrderServiceInstance service) {
        this.service = service;
        this.kafka = service.bean(KafkaTemplate.class);
    }

    ProducerRecord<String, byte[]> event(Object key, SagaEvent event) {
        return codec.encode(OutgoingMessage.of(Topics.SAGA_EVENTS, key, event));
    }

    /** Sends an event about the order and returns the record. */
    ProducerRecord<String, byte[]> publish(Object orderId, SagaEvent event) {
        ProducerRecord<String, byte[]> record = event(orderId, event);
        send(record);
        return record;
    }

    /** Sends an event with a sequence number, as the orchestrator does. */
    ProducerRecord<String, byte[]> publish(Object orderId, long sequence, SagaEvent event) {
        ProducerRecord<String, byte[]> record = event(orderId, sequence, event);
        send(record);
        return record;
    }

    /** Sends an event of a return's saga and returns the record. */
    ProducerRecord<String, byte[]> publishOfReturn(Object returnId, SagaEvent event) {
        ProducerRecord<String, byte[]> record = eventOfReturn(returnId, event);
        send(record);
        return record;
    }

    ProducerRecord<String, byte[]> eventOfReturn(Object returnId, SagaEvent event) {
        return codec.encode(OutgoingMessage.of(Topics.RETURNS_EVENTS, returnId, event));
    }

    ProducerRecord<String, byte[]> event(Object orderId, long sequence, SagaEvent event) {
        return codec.encode(new OutgoingMessage(
                Topics.SAGA_EVENTS,
                orderId.toString(),
                event.getClass().getSimpleName(),
                event,
                Map.of("sequence", Long.toString(sequence))));
    }

    void send(ProducerRecord<String, byte[]> record) {
        kafka.send(record).join();
    }

    void sendTo(int partition, ProducerRecord<String, byte[]> record) {
        send(new ProducerRecord<>(record.topic(), partition, record.key(), record.value(), record.headers()));
    }

    /** Waits until the service has handled the record, and therefore all earlier ones with the same key. */
    void awaitHandled(ProducerRecord<String, byte[]> record) {
        String id = new String(record.headers().lastHeader("ce_id").value(), UTF_8);
        await().until(() -> service.database()
                .sql("SELECT count(*) FROM inbox WHERE consumer LIKE 'order-service%' AND message_id = ?")
                .param(id)
                .query(Long.class)
                .single()
                .equals(1L));
    }
}
