package dev.layeredsaga.order.placement.kafka;

import dev.layeredsaga.contract.order.ReturnSagaEvent;
import dev.layeredsaga.contract.saga.EngineEvent;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.Batch;
import dev.layeredsaga.messaging.listener.IdempotentConsumer;
import dev.layeredsaga.messaging.listener.IdempotentConsumer.ConsumerParts;
import dev.layeredsaga.order.placement.OrderReturning;
import dev.layeredsaga.order.placement.OrderReturning.ReturnNews;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Handles the events of returns' sagas. Those of the engine change no return. Thread-safe. */
@Component
final class ReturnEvents {

    private static final MessageTypes<SagaEvent> TYPES =
            MessageTypes.sealedUnder(ReturnSagaEvent.class, EngineEvent.class);

    private final IdempotentConsumer<SagaEvent> consumer;
    private final TransactionOperations transaction;
    private final OrderReturning returning;

    ReturnEvents(ConsumerParts parts, TransactionOperations transaction, OrderReturning returning) {
        this.transaction = transaction;
        this.returning = returning;
        this.consumer = new IdempotentConsumer<>(
                SagaEventListener.GROUP, SagaEventListener.GROUP + "-returns", TYPES, parts, this::follow);
    }

    void handle(List<ConsumerRecord<String, byte[]>> records) {
        consumer.handle(records);
    }

    private void follow(Batch<SagaEvent> batch) {
        transaction.executeWithoutResult(status -> returning.follow(news(batch.admit())));
    }

    private static List<ReturnNews> news(List<IncomingMessage<SagaEvent>> messages) {
        return messages.stream()
                .filter(message -> message.payload() instanceof ReturnSagaEvent)
                .map(message -> new ReturnNews(returnId(message), (ReturnSagaEvent) message.payload()))
                .toList();
    }

    private static UUID returnId(IncomingMessage<SagaEvent> event) {
        try {
            return UUID.fromString(event.key());
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException("the key is not the UUID of a return: " + event.key(), e);
        }
    }
}
