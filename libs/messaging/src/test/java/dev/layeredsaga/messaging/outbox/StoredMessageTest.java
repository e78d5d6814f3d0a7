package dev.layeredsaga.messaging.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.messaging.envelope.MessageJson;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class StoredMessageTest {

    private static final JsonMapper JSON = MessageJson.mapper();

    @Test
    void isReadAsItWasWritten() {
        List<ProducerRecord<String, byte[]>> records =
                List.of(record("1", "{\"customer\":\"한글 \\\"quoted\\\" \\n 🎟\"}"), record("a \"key\"\n", ""));

        List<ProducerRecord<String, byte[]>> read = StoredMessage.read(StoredMessage.write(records, JSON), JSON);

        assertThat(read).usingRecursiveComparison().isEqualTo(records);
    }

    @Test
    void isJsonThatAPersonCanRead() {
        assertThat(StoredMessage.write(List.of(record("1", "plain")), JSON)).isEqualTo("""
                [{"topic":"orders.events","key":"1","headers":{"ce_type":"OrderPlaced","ce_subject":"표"},"value":"plain"}]""");
    }

    private static ProducerRecord<String, byte[]> record(String key, String value) {
        RecordHeaders headers = new RecordHeaders();
        headers.add("ce_type", "OrderPlaced".getBytes(UTF_8));
        headers.add("ce_subject", "표".getBytes(UTF_8));
        return new ProducerRecord<>("orders.events", null, key, value.getBytes(UTF_8), headers);
    }
}
