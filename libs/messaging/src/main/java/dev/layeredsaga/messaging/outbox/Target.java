package dev.layeredsaga.messaging.outbox;

import org.apache.kafka.clients.producer.ProducerRecord;

/** A topic and a key: messages with the same target keep their order. */
record Target(String topic, String key) {

    static Target of(ProducerRecord<String, byte[]> record) {
        return new Target(record.topic(), record.key());
    }
}
