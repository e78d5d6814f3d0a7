package dev.layeredsaga.order.placement.kafka;

import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.IdempotentConsumer;
import dev.layeredsaga.messaging.listener.IdempotentConsumer.ConsumerParts;
import dev.layeredsaga.messaging.listener.ListenerConfiguration;
import dev.layeredsaga.messaging.saga.SagaEvent;
import dev.layeredsaga.order.placement.OrderEnding;
import dev.layeredsaga.order.placement.OrderEvent;
import dev.layeredsaga.order.placement.OrderTracking;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Consumes the events of the orders' sagas, a poll's records at a time. */
@Component
final class SagaEventListener {

    private static final String GROUP = "order-service";

    /** Minimum poll interval of 20 ms: saves a third of the transactions; no saga step waits for this service, only followers do. */
    private static final String REST = ListenerConfiguration.LEAST_INTERVAL + "=20";

    private final IdempotentConsumer<SagaEvent> consumer;
    private final TransactionOperations transaction;
    private final OrderTracking tracking;
    private final JsonMapper json = MessageJson.mapper();

    SagaEventListener(ConsumerParts parts, TransactionOperations transaction, OrderTracking tracking) {
        this.tracking = tracking;
        this.transaction = transaction;
        this.consumer = new IdempotentConsumer<>(GROUP, MessageTypes.sealedUnder(SagaEvent.class), parts);
    }

    @KafkaListener(topics = Topics.SAGA_EVENTS, groupId = GROUP, properties = REST)
    void onSagaEvents(List<ConsumerRecord<String, byte[]>> records) {
        consumer.read(records).handle(batch -> transaction.executeWithoutResult(status -> follow(batch.admit())));
    }

    private void follow(List<IncomingMessage<SagaEvent>> messages) {
        if (messages.isEmpty()) {
            return;
        }
        Map<UUID, OrderEnding> endings = new HashMap<>();
        List<OrderEvent> events = new ArrayList<>(messages.size());
        for (IncomingMessage<SagaEvent> message : messages) {
            UUID orderId = orderId(message);
            OrderEnding.of(message.payload()).ifPresent(ending -> endings.putIfAbsent(orderId, ending));
            if (message.sequence() != null) {
                events.add(event(orderId, message.sequence(), message));
            }
        }
        tracking.follow(events, endings);
    }

    private static UUID orderId(IncomingMessage<SagaEvent> event) {
        try {
            return UUID.fromString(event.key());
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException("the key is not the UUID of an order: " + event.key(), e);
        }
    }

    /** Returns the event as published, without fields that a newer orchestrator may have added. */
    private OrderEvent event(UUID orderId, long sequence, IncomingMessage<SagaEvent> message) {
        ObjectNode data =
                json.createObjectNode().put("sagaId", orderId.toString()).put("sequence", sequence);
        Instant occurredAt = message.time();
        if (occurredAt != null) {
            data.put("occurredAt", occurredAt.toString());
        }
        data.setAll((ObjectNode) json.valueToTree(message.payload()));
        return new OrderEvent(
                orderId, sequence, message.payload().getClass().getSimpleName(), json.writeValueAsString(data));
    }
}
