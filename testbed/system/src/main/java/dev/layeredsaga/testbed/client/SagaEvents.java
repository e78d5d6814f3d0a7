package dev.layeredsaga.testbed.client;

import static dev.layeredsaga.testbed.infrastructure.PublishedRecords.header;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The events on the public topic, read as an external consumer would: plain Kafka, none of our classes. Reading checks every
 * message against the published contract.
 */
public final class SagaEvents {

    /** An event as its headers describe it. */
    public record Event(String type, long sequence, String id, String traceParent) {}

    private final SagaEventContract contract = SagaEventContract.published();
    private final Map<String, List<Event>> bySaga = new HashMap<>();

    private SagaEvents() {}

    /**
     * Everything that is on the topic of the {@link SharedInfrastructure} now, by saga, in order, without repetitions.
     *
     * @throws ContractViolationException if a message is not as {@link SagaEventContract} says
     */
    public static SagaEvents read() {
        return read(SharedInfrastructure.get().kafkaBootstrapServers());
    }

    /** The same of another broker. */
    public static SagaEvents read(String kafkaBootstrapServers) {
        SagaEvents events = new SagaEvents();
        new PublishedRecords(kafkaBootstrapServers, Topics.SAGA_EVENTS).all().forEach(events::add);
        return events;
    }

    private void add(ConsumerRecord<String, String> published) {
        contract.check(published);
        Event event = new Event(
                header(published, "ce_type"),
                Long.parseLong(header(published, "ce_sequence")),
                header(published, "ce_id"),
                header(published, "traceparent"));
        List<Event> saga = bySaga.computeIfAbsent(published.key(), none -> new ArrayList<>());
        if (saga.stream().noneMatch(earlier -> earlier.id().equals(event.id()))) {
            saga.add(event);
        }
    }

    /** Returns the saga's events in the order of their first publication. */
    public List<Event> of(String sagaId) {
        return List.copyOf(bySaga.getOrDefault(sagaId, List.of()));
    }

    public List<String> typesOf(String sagaId) {
        return of(sagaId).stream().map(Event::type).toList();
    }

    /** Which trace each of the saga's events says it belongs to. */
    public List<String> tracesOf(String sagaId) {
        return of(sagaId).stream()
                .map(event -> event.traceParent().split("-", -1)[1])
                .toList();
    }

    public List<Long> sequencesOf(String sagaId) {
        return of(sagaId).stream().map(Event::sequence).toList();
    }
}
