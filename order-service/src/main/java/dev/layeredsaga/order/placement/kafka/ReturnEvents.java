package dev.layeredsaga.order.placement.kafka;

import dev.layeredsaga.contract.order.ReturnSagaEvent;
import dev.layeredsaga.contract.saga.EngineEvent;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.IdempotentConsumer;
import dev.layeredsaga.messaging.listener.IdempotentConsumer.ConsumerParts;
import dev.layeredsaga.order.placement.OrderReturning;
import dev.layeredsaga.order.placement.OrderReturning.ReturnNews;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.stereotype.Component;

/** Handles the events of returns' sagas. Those of the engine change no return. Thread-safe. */
@Component
final class ReturnEvents {

    private static final MessageTypes<SagaEvent> TYPES =
            MessageTypes.sealedUnder(ReturnSagaEvent.class, EngineEvent.class);

    private final IdempotentConsumer<SagaEvent> consumer;
    private final OrderReturning returning;

    ReturnEvents(ConsumerParts parts, KnownOnly known, OrderReturning returning) {
        this.returning = returning;
        this.consumer = new IdempotentConsumer<>(
                SagaEventListener.GROUP,
                SagaEventListener.GROUP + "-returns",
                TYPES,
                parts,
                batch -> known.handle(batch, this::follow));
    }

    void handle(List<ConsumerRecord<String, byte[]>> records) {
        consumer.handle(records);
    }

    private void follow(List<IncomingMessage<SagaEvent>> messages) {
        returning.follow(messages.stream()
                .filter(message -> message.payload() instanceof ReturnSagaEvent)
                .map(message -> new ReturnNews(KnownOnly.id(message), (ReturnSagaEvent) message.payload()))
                .toList());
    }
}
