package dev.layeredsaga.testbed.bench.outbox;

import dev.layeredsaga.messaging.envelope.MessageJson;
import io.namastack.outbox.handler.OutboxRecordMetadata;
import io.namastack.outbox.handler.OutboxTypedHandler;
import org.springframework.kafka.core.KafkaOperations;
import tools.jackson.databind.json.JsonMapper;

/** Sends and waits for the broker: when it returns, the library marks the record as delivered. */
final class LibraryHandler implements OutboxTypedHandler<Note> {

    private final JsonMapper json = MessageJson.mapper();
    private final KafkaOperations<String, byte[]> kafka;
    private final String topic;

    LibraryHandler(KafkaOperations<String, byte[]> kafka, String topic) {
        this.kafka = kafka;
        this.topic = topic;
    }

    @Override
    public void handle(Note note, OutboxRecordMetadata metadata) {
        kafka.send(topic, metadata.getKey(), json.writeValueAsBytes(note)).join();
    }
}
