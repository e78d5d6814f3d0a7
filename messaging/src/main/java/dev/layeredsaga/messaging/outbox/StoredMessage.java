package dev.layeredsaga.messaging.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A message as it stands in the table: JSON, so that a person can read it there. Headers and value are text in every message. */
record StoredMessage(String topic, String key, Map<String, String> headers, String value) {

    private static final TypeReference<List<StoredMessage>> SEVERAL = new TypeReference<>() {};

    static String write(List<ProducerRecord<String, byte[]>> records, JsonMapper json) {
        return json.writeValueAsString(records.stream().map(StoredMessage::of).toList());
    }

    static List<ProducerRecord<String, byte[]>> read(String messages, JsonMapper json) {
        return json.readValue(messages, SEVERAL).stream()
                .map(StoredMessage::record)
                .toList();
    }

    private static StoredMessage of(ProducerRecord<String, byte[]> record) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Header header : record.headers()) {
            headers.put(header.key(), new String(header.value(), UTF_8));
        }
        return new StoredMessage(record.topic(), record.key(), headers, new String(record.value(), UTF_8));
    }

    private ProducerRecord<String, byte[]> record() {
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(topic, key, value.getBytes(UTF_8));
        headers.forEach((name, text) -> record.headers().add(name, text.getBytes(UTF_8)));
        return record;
    }
}
