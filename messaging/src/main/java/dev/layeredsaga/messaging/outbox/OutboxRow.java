package dev.layeredsaga.messaging.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A message as it stands in the table: addressed, encoded and numbered. */
record OutboxRow(long id, ProducerRecord<String, byte[]> record) {

    String key() {
        return record.key();
    }

    static OutboxRow of(long id, String topic, String key, Map<String, String> headers, byte[] value) {
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(topic, key, value);
        headers.forEach((name, text) -> record.headers().add(name, text.getBytes(UTF_8)));
        return new OutboxRow(id, record);
    }
}
