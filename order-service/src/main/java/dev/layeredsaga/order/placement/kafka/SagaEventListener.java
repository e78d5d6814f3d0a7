package dev.layeredsaga.order.placement.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.saga.EngineEvent;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.IdempotentConsumer;
import dev.layeredsaga.messaging.listener.IdempotentConsumer.ConsumerParts;
import dev.layeredsaga.messaging.listener.ListenerConfiguration;
import dev.layeredsaga.order.placement.end.OrderEnding;
import dev.layeredsaga.order.placement.end.OrderTracking;
import dev.layeredsaga.order.placement.follow.OrderEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Consumes the events of the sagas of orders and of returns, a poll's records at a time. */
@Component
final class SagaEventListener {

    static final String GROUP = "order-service";

    private static final MessageTypes<SagaEvent> TYPES =
            MessageTypes.sealedUnder(OrderSagaEvent.class, EngineEvent.class);

    /** Minimum poll interval of 20 ms: saves a third of the transactions; no saga step waits for this service, only followers do. */
    private static final String REST = ListenerConfiguration.LEAST_INTERVAL + "=20";

    private final IdempotentConsumer<SagaEvent> consumer;
    private final OrderTracking tracking;
    private final ReturnEvents returns;

    SagaEventListener(ConsumerParts parts, KnownOnly known, OrderTracking tracking, ReturnEvents returns) {
        this.returns = returns;
        this.tracking = tracking;
        this.consumer =
                new IdempotentConsumer<>(GROUP, GROUP, TYPES, parts, batch -> known.handle(batch, this::follow));
    }

    @KafkaListener(
            topics = {Topics.SAGA_EVENTS, Topics.RETURNS_EVENTS},
            groupId = GROUP,
            properties = REST)
    void onSagaEvents(List<ConsumerRecord<String, byte[]>> records) {
        handle(records.stream().filter(record -> record.topic().equals(Topics.SAGA_EVENTS)), consumer::handle);
        handle(records.stream().filter(record -> record.topic().equals(Topics.RETURNS_EVENTS)), returns::handle);
    }

    private static <R> void handle(Stream<R> records, Consumer<List<R>> handler) {
        List<R> own = records.toList();
        if (!own.isEmpty()) {
            handler.accept(own);
        }
    }

    private void follow(List<IncomingMessage<SagaEvent>> messages) {
        if (messages.isEmpty()) {
            return;
        }
        Map<UUID, OrderEnding> endings = new HashMap<>();
        List<OrderEvent> events = new ArrayList<>(messages.size());
        for (IncomingMessage<SagaEvent> message : messages) {
            UUID orderId = KnownOnly.id(message);
            OrderEnding.of(message.payload()).ifPresent(ending -> endings.putIfAbsent(orderId, ending));
            if (message.sequence() != null) {
                events.add(event(orderId, message.sequence(), message));
            }
        }
        tracking.follow(events, endings);
    }

    private static OrderEvent event(UUID orderId, long sequence, IncomingMessage<SagaEvent> message) {
        return new OrderEvent(
                orderId,
                sequence,
                MessageTypes.nameOf(message.payload().getClass()),
                message.time(),
                text(message.data()));
    }

    /** Refuses what Jackson reads and PostgreSQL cannot store: UTF-16 and UTF-32, whose ASCII characters have zero bytes. */
    private static String text(byte[] data) {
        for (byte each : data) {
            if (each == 0) {
                throw new MalformedMessageException("the data is not UTF-8");
            }
        }
        return new String(data, UTF_8);
    }
}
