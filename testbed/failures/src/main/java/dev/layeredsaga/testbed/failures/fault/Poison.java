package dev.layeredsaga.testbed.failures.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Messages that no consumer can handle, each for another reason. */
public enum Poison {
    /** Neither headers nor JSON. */
    RUBBISH {
        @Override
        ProducerRecord<String, String> record(String topic, String key) {
            return new ProducerRecord<>(topic, key, "{\"attempt\": nonsense");
        }
    },
    /** The right headers, but no JSON. */
    NO_JSON {
        @Override
        ProducerRecord<String, String> record(String topic, String key) {
            return withHeaders(RUBBISH.record(topic, key), UUID.randomUUID().toString(), "ClaimStock");
        }
    },
    /** An id that is too long for an index of PostgreSQL's (SQLSTATE 54000). */
    LONG_ID {
        @Override
        ProducerRecord<String, String> record(String topic, String key) {
            return withHeaders(new ProducerRecord<>(topic, key, "{}"), random(4_000), "OrderCancellationRequested");
        }
    },
    /** So large that a dead letter with the reason and the headers added does not fit into a request. */
    LARGE {
        @Override
        ProducerRecord<String, String> record(String topic, String key) {
            return withHeaders(
                    new ProducerRecord<>(topic, key, random(800_000)),
                    UUID.randomUUID().toString(),
                    random(100_000));
        }
    },
    /** Three megabytes that are a few kilobytes when compressed; to be sent by a producer that compresses. */
    BOMB {
        @Override
        ProducerRecord<String, String> record(String topic, String key) {
            return withHeaders(
                    new ProducerRecord<>(topic, key, "0".repeat(3_000_000)),
                    UUID.randomUUID().toString(),
                    "ClaimStock");
        }
    };

    /** The beginning of every key of such a message. */
    public static final String KEY = "poison-";

    /** Creates one for this topic, with a key of its own. */
    public ProducerRecord<String, String> on(String topic) {
        return record(topic, KEY + UUID.randomUUID());
    }

    abstract ProducerRecord<String, String> record(String topic, String key);

    private static ProducerRecord<String, String> withHeaders(
            ProducerRecord<String, String> record, String id, String type) {
        Map.of(
                        "ce_specversion", "1.0",
                        "ce_id", id,
                        "ce_source", "/chaos",
                        "ce_type", type,
                        "content-type", "application/json")
                .forEach((name, value) -> record.headers().add(name, value.getBytes(UTF_8)));
        return record;
    }

    /** Text that does not become shorter when it is compressed. */
    private static String random(int length) {
        return new Random(length)
                .ints(length, 'A', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
