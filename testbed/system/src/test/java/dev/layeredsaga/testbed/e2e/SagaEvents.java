package dev.layeredsaga.testbed.e2e;

import static dev.layeredsaga.testbed.infrastructure.PublishedRecords.header;

import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What stands on the public topic, read as a stranger would: plain Kafka, none of our classes. */
final class SagaEvents {

    /** An event as its headers tell it. */
    record Event(String type, long sequence, String id) {}

    private final Map<String, List<Event>> bySaga = new HashMap<>();

    private SagaEvents() {}

    /** Everything that is on the topic now, by saga, in the topic's order, without repetitions. */
    static SagaEvents read() {
        SagaEvents events = new SagaEvents();
        new PublishedRecords(Topics.SAGA_EVENTS).all().forEach(events::add);
        return events;
    }

    private void add(ConsumerRecord<String, String> published) {
        Event event = new Event(
                header(published, "ce_type"),
                Long.parseLong(header(published, "ce_sequence")),
                header(published, "ce_id"));
        List<Event> saga = bySaga.computeIfAbsent(published.key(), none -> new ArrayList<>());
        if (saga.stream().noneMatch(earlier -> earlier.id().equals(event.id()))) {
            saga.add(event);
        }
    }

    List<String> typesOf(String sagaId) {
        return bySaga.getOrDefault(sagaId, List.of()).stream().map(Event::type).toList();
    }

    List<Long> sequencesOf(String sagaId) {
        return bySaga.getOrDefault(sagaId, List.of()).stream()
                .map(Event::sequence)
                .toList();
    }
}
