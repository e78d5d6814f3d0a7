package dev.layeredsaga.orchestrator;

import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.springframework.kafka.core.KafkaTemplate;

/** Writes to the topics past every service. */
final class TopicRecords {

    private TopicRecords() {}

    @SuppressWarnings("unchecked")
    static RecordMetadata send(ProducerRecord<String, byte[]> record) {
        KafkaTemplate<String, byte[]> kafka = OrchestratorInstance.shared().bean(KafkaTemplate.class);
        return kafka.send(record).join().getRecordMetadata();
    }
}
