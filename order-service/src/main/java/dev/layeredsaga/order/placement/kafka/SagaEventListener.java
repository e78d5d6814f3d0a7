package dev.layeredsaga.order.placement.kafka;

import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.BatchTransaction;
import dev.layeredsaga.messaging.listener.MessageConsumer;
import dev.layeredsaga.messaging.listener.MessageConsumer.ConsumerParts;
import dev.layeredsaga.messaging.saga.SagaEvent;
import dev.layeredsaga.order.placement.OrderEnding;
import dev.layeredsaga.order.placement.OrderTracking;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Follows the sagas of the orders, a poll at a time. */
@Component
final class SagaEventListener {

    private static final String GROUP = "order-service";

    private final MessageConsumer<SagaEvent> consumer;
    private final OrderTracking tracking;

    SagaEventListener(ConsumerParts parts, TransactionOperations transaction, OrderTracking tracking) {
        this.tracking = tracking;
        this.consumer = new MessageConsumer<>(
                GROUP,
                MessageTypes.sealedUnder(SagaEvent.class),
                parts,
                BatchTransaction.plain(transaction),
                this::follow);
    }

    @KafkaListener(topics = Topics.SAGA_EVENTS, groupId = GROUP)
    void onSagaEvents(List<ConsumerRecord<String, byte[]>> records) {
        consumer.accept(records);
    }

    private void follow(List<IncomingMessage<SagaEvent>> events) {
        Map<UUID, OrderEnding> endings = new HashMap<>();
        for (IncomingMessage<SagaEvent> event : events) {
            UUID orderId = orderId(event);
            OrderEnding.of(event.payload()).ifPresent(ending -> endings.putIfAbsent(orderId, ending));
        }
        tracking.end(endings);
    }

    private static UUID orderId(IncomingMessage<SagaEvent> event) {
        try {
            return UUID.fromString(event.key());
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException("the key is not the UUID of an order: " + event.key(), e);
        }
    }
}
