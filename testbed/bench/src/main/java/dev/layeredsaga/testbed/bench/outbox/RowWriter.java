package dev.layeredsaga.testbed.bench.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Writes rows into our outbox, bypassing its relay. */
final class RowWriter implements Publisher {

    private static final String INSERT = """
            INSERT INTO outbox (sender, size, keys, messages)
            VALUES (gen_random_uuid(), 1, ARRAY[?], json_build_array(json_build_object(
              'topic', ?::text, 'key', ?::text, 'headers', ?::json, 'value', ?::text))::text)
            """;

    private final JsonMapper json = MessageJson.mapper();
    private final JdbcTemplate jdbc;
    private final CloudEventCodec codec;
    private final String topic;

    RowWriter(JdbcTemplate jdbc, CloudEventCodec codec, String topic) {
        this.jdbc = jdbc;
        this.codec = codec;
        this.topic = topic;
    }

    @Override
    public void publish(List<Note> notes) {
        jdbc.batchUpdate(INSERT, notes.stream().map(this::row).toList());
    }

    private Object[] row(Note note) {
        ProducerRecord<String, byte[]> record = codec.encode(OutgoingMessage.of(topic, note.key(), note));
        Map<String, String> headers = new HashMap<>();
        for (Header header : record.headers()) {
            headers.put(header.key(), new String(header.value(), UTF_8));
        }
        String value = new String(record.value(), UTF_8);
        return new Object[] {record.key(), topic, record.key(), json.writeValueAsString(headers), value};
    }
}
