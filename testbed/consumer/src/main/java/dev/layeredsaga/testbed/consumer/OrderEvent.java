package dev.layeredsaga.testbed.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One event of an order: order id, type and sequence from the headers, the rest from the value. */
record OrderEvent(String orderId, String type, long sequence, JsonNode value) {

    private static final JsonMapper JSON = new JsonMapper();

    /** @throws MalformedEventException if the message lacks a header, or its sequence or value cannot be parsed */
    static OrderEvent of(ConsumerRecord<String, String> message) {
        try {
            long sequence = Long.parseLong(header(message, "ce_sequence"));
            return new OrderEvent(
                    header(message, "ce_subject"), header(message, "ce_type"), sequence, value(message.value()));
        } catch (NumberFormatException | JacksonException e) {
            throw new MalformedEventException(e.getMessage(), e);
        }
    }

    private static JsonNode value(String text) {
        JsonNode value = text == null ? null : JSON.readTree(text);
        if (value == null || !value.isObject()) {
            throw new MalformedEventException("its value is not a JSON object", null);
        }
        return value;
    }

    private static String header(ConsumerRecord<?, ?> message, String name) {
        Header header = message.headers().lastHeader(name);
        if (header == null || header.value() == null) {
            throw new MalformedEventException("it has no header " + name, null);
        }
        return new String(header.value(), UTF_8);
    }
}
