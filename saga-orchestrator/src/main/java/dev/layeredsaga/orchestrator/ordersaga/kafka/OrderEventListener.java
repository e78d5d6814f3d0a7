package dev.layeredsaga.orchestrator.ordersaga.kafka;

import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.BatchTransaction;
import dev.layeredsaga.messaging.listener.MessageConsumer;
import dev.layeredsaga.messaging.listener.MessageConsumer.ConsumerParts;
import dev.layeredsaga.messaging.order.OrderEvent;
import dev.layeredsaga.orchestrator.ordersaga.OrderSagas;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Every poll of orders starts its sagas in one transaction. */
@Component
class OrderEventListener {

    private static final String GROUP = "order-saga";

    private final MessageConsumer<OrderEvent> consumer;

    OrderEventListener(OrderSagas orderSagas, ConsumerParts parts, TransactionOperations transaction) {
        consumer = new MessageConsumer<>(
                GROUP,
                MessageTypes.sealedUnder(OrderEvent.class),
                parts,
                BatchTransaction.plain(transaction),
                events -> orderSagas.handle(
                        events.stream().map(IncomingMessage::payload).toList()));
    }

    @KafkaListener(topics = Topics.ORDERS_EVENTS, groupId = GROUP)
    void on(List<ConsumerRecord<String, byte[]>> records) {
        consumer.accept(records);
    }
}
