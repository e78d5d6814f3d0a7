package dev.layeredsaga.orchestrator.reconciliation.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.engine.state.PublishedEvent;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.messaging.listener.PastRecords;
import dev.layeredsaga.messaging.listener.PastRecords.Page;
import dev.layeredsaga.messaging.listener.PastRecords.Position;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.stereotype.Component;

/** Reads what this service has published on {@code saga.events}. Thread-safe. */
@Component
class PastSagaEvents {

    private static final Logger log = LoggerFactory.getLogger(PastSagaEvents.class);

    private static final MessageTypes<SagaEvent> TYPES = MessageTypes.sealedUnder(SagaEvent.class);

    private static final int MOST_EMPTY_PAGES = 30;

    private final PastRecords published;
    private final CloudEventCodec codec;

    PastSagaEvents(KafkaProperties kafka, CloudEventCodec codec) {
        this.published = new PastRecords(kafka, Topics.SAGA_EVENTS);
        this.codec = codec;
    }

    record PastEvent(PublishedEvent published, SagaEvent event) {}

    /**
     * Hands over all events from that time to now, in pages; those of one saga are in their order.
     *
     * @throws StartupException if the end is not reached, since no more events come
     */
    void since(Instant since, Consumer<List<PastEvent>> work) {
        Position position = published.from(since);
        int empty = 0;
        while (!position.isAtEnd()) {
            Page page = published.read(position);
            position = page.next();
            empty = page.records().isEmpty() ? empty + 1 : 0;
            if (empty > MOST_EMPTY_PAGES) {
                throw new StartupException(Topics.SAGA_EVENTS + " could not be read up to its end");
            }
            work.accept(page.records().stream().flatMap(this::read).toList());
        }
    }

    private Stream<PastEvent> read(ConsumerRecord<String, byte[]> published) {
        try {
            IncomingMessage<SagaEvent> message = codec.decode(published, TYPES);
            SagaEvent event = message.payload();
            return Stream.of(new PastEvent(
                    new PublishedEvent(
                            UUID.fromString(message.key()),
                            Objects.requireNonNull(message.sequence()),
                            event.getClass().getSimpleName(),
                            Objects.requireNonNull(message.time()),
                            new String(message.data(), UTF_8)),
                    event));
        } catch (MalformedMessageException | IllegalArgumentException | NullPointerException e) {
            log.trace("not an event of a saga: {}", e.getMessage());
            return Stream.empty();
        }
    }
}
