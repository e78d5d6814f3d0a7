package dev.layeredsaga.messaging.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.BoundedText;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A message as it stands in the table: JSON, so that a person can read it there. Headers and value are text in every message. */
record StoredMessage(String topic, String key, Map<String, String> headers, String value) {

    private static final TypeReference<List<StoredMessage>> SEVERAL = new TypeReference<>() {};

    /** As Jackson would write a list of them, but headers and values need not be made strings before. */
    static String write(List<ProducerRecord<String, byte[]>> records, JsonMapper json) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (JsonGenerator generator = json.createGenerator(text)) {
            generator.writeStartArray();
            records.forEach(record -> write(record, generator));
            generator.writeEndArray();
        }
        return text.toString(UTF_8);
    }

    private static void write(ProducerRecord<String, byte[]> record, JsonGenerator generator) {
        generator.writeStartObject();
        generator.writeStringProperty("topic", record.topic());
        generator.writeStringProperty("key", record.key());
        generator.writeObjectPropertyStart("headers");
        for (Header header : record.headers()) {
            write(header.key(), header.value(), generator);
        }
        generator.writeEndObject();
        write("value", record.value(), generator);
        generator.writeEndObject();
    }

    private static void write(String name, byte[] text, JsonGenerator generator) {
        generator.writeName(name);
        generator.writeUTF8String(text, 0, text.length);
    }

    /** @throws RuntimeException if they are no list of messages; {@link #unreadable} puts it in words */
    static List<ProducerRecord<String, byte[]>> read(String messages, JsonMapper json) {
        return json.readValue(messages, SEVERAL).stream()
                .map(StoredMessage::record)
                .toList();
    }

    /** Returns why a row cannot be read, in one line: no JSON, or without what a message must have. */
    static String unreadable(RuntimeException failure) {
        return BoundedText.of("unreadable: " + failure.getMessage());
    }

    private ProducerRecord<String, byte[]> record() {
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(topic, key, value.getBytes(UTF_8));
        headers.forEach((name, text) -> record.headers().add(name, text.getBytes(UTF_8)));
        return record;
    }
}
