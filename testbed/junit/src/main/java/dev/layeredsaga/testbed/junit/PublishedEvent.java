package dev.layeredsaga.testbed.junit;

import static dev.layeredsaga.testbed.infrastructure.PublishedRecords.header;

import dev.layeredsaga.messaging.envelope.MessageJson;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A CloudEvent as it is on a topic. Immutable.
 *
 * @param key the saga's id, which is the order's
 * @param type its CloudEvents type
 * @param id its CloudEvents id, the same in each repetition
 * @param json its value
 */
public record PublishedEvent(String key, String type, String id, String json) {

    private static final JsonMapper JSON = MessageJson.mapper();

    static PublishedEvent of(ConsumerRecord<String, String> message) {
        return new PublishedEvent(
                String.valueOf(message.key()),
                header(message, "ce_type"),
                header(message, "ce_id"),
                String.valueOf(message.value()));
    }

    /** Returns the value's fields, those that the records of {@code contract} do not have included. */
    public JsonNode data() {
        return JSON.readTree(json);
    }

    /** Returns the value as a record, such as {@code OrderSagaEvent.OrderConfirmed}; it may have fewer fields. */
    public <E> E as(Class<E> type) {
        return JSON.readValue(json, type);
    }
}
