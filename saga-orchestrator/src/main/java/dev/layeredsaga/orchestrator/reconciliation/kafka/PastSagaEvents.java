package dev.layeredsaga.orchestrator.reconciliation.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.saga.EngineEvent;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.engine.state.PublishedEvent;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.PastMessages;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.stereotype.Component;

/** Reads what this service has published on {@code saga.events}. Thread-safe. */
@Component
class PastSagaEvents {

    private static final MessageTypes<SagaEvent> TYPES =
            MessageTypes.sealedUnder(OrderSagaEvent.class, EngineEvent.class);

    /** The clocks of the databases and of the services differ. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private final PastMessages<SagaEvent> published;

    PastSagaEvents(KafkaProperties kafka, CloudEventCodec codec) {
        this.published = new PastMessages<>(kafka, Topics.SAGA_EVENTS, codec, TYPES);
    }

    record PastEvent(PublishedEvent published, SagaEvent event) {}

    /**
     * Hands over all events from a little before that time to now, in pages; those of one saga are in their order.
     *
     * @throws dev.layeredsaga.messaging.failure.StartupException if the end is not reached
     */
    void since(Instant since, Consumer<List<PastEvent>> work) {
        published.readAll(
                since.minus(MARGIN),
                messages -> work.accept(
                        messages.stream().flatMap(PastSagaEvents::read).toList()));
    }

    private static Stream<PastEvent> read(IncomingMessage<SagaEvent> message) {
        SagaEvent event = message.payload();
        try {
            UUID saga = UUID.fromString(message.key());
            String type = MessageTypes.nameOf(event.getClass());
            String payload = new String(message.data(), UTF_8);
            Long sequence = message.sequence();
            Instant at = message.time();
            return sequence == null || at == null || payload.indexOf('\0') >= 0
                    ? Stream.empty()
                    : Stream.of(new PastEvent(
                            new PublishedEvent(saga, Topics.SAGA_EVENTS, sequence, type, at, payload), event));
        } catch (MalformedMessageException | IllegalArgumentException e) {
            // not written by this service
            return Stream.empty();
        }
    }
}
