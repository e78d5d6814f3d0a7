package dev.layeredsaga.messaging.held;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.messaging.envelope.RecordBounds;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.KafkaOperations;

/**
 * Writes poison beside its topic, with its key, its value and all of its headers as they were, and where it came from and why it is
 * here in headers of its own; docs/events.md has them. What is too large for that becomes a letter without a value and without the
 * record's own headers: the record itself can be read where it came from. Thread-safe.
 */
public final class DeadLetters {

    private static final String PREFIX = "dead_letter_";
    /** The header that says why a message is a dead letter. */
    public static final String REASON = PREFIX + "reason";

    private static final String TOPIC = PREFIX + "topic";
    private static final String PARTITION = PREFIX + "partition";
    private static final String OFFSET = PREFIX + "offset";
    private static final String TIMESTAMP = PREFIX + "timestamp";
    private static final String GROUP = PREFIX + "group";
    private static final String TRUNCATED = PREFIX + "truncated";

    private static final int LONGEST_REASON = 1024;

    /** Less than the group waits for a consumer's next poll; what is not written then is tried again. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final KafkaOperations<String, byte[]> kafka;

    public DeadLetters(KafkaOperations<String, byte[]> kafka) {
        this.kafka = kafka;
    }

    /**
     * Returns when the broker has the letter.
     *
     * @throws KafkaException if it does not take even the smallest letter
     */
    void put(ConsumerRecord<?, ?> record, String group, String reason) {
        byte[] value = record.value() instanceof byte[] bytes ? bytes : null;
        if (!RecordBounds.isCut(record) && isSent(letter(record, value, group, reason, false))) {
            return;
        }
        if (!isSent(letter(record, null, group, reason, true))) {
            throw new KafkaException("the broker refuses a dead letter without a value as too large");
        }
    }

    private static ProducerRecord<String, byte[]> letter(
            ConsumerRecord<?, ?> record, byte @Nullable [] value, String group, String reason, boolean truncated) {
        Headers headers = new RecordHeaders();
        if (!truncated) {
            for (Header header : record.headers()) {
                if (!header.key().startsWith(PREFIX)) {
                    headers.add(header);
                }
            }
        }
        add(headers, REASON, cut(reason));
        add(headers, TOPIC, record.topic());
        add(headers, PARTITION, Integer.toString(record.partition()));
        add(headers, OFFSET, Long.toString(record.offset()));
        add(headers, TIMESTAMP, Instant.ofEpochMilli(record.timestamp()).toString());
        add(headers, GROUP, group);
        if (truncated) {
            add(headers, TRUNCATED, "true");
        }
        String key = record.key() == null ? null : record.key().toString();
        return new ProducerRecord<>(Topics.deadLettersOf(record.topic()), null, key, value, headers);
    }

    private static void add(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(UTF_8));
    }

    /** Cuts between characters, to what is at most {@value #LONGEST_REASON} bytes. */
    private static String cut(String reason) {
        int end = Math.min(reason.length(), LONGEST_REASON);
        while (reason.substring(0, end).getBytes(UTF_8).length > LONGEST_REASON) {
            end = reason.offsetByCodePoints(end, -1);
        }
        return reason.substring(0, end);
    }

    /** Returns false if the letter is too large for the broker, or for the producer. */
    private boolean isSent(ProducerRecord<String, byte[]> letter) {
        try {
            kafka.send(letter).get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException | KafkaException | org.apache.kafka.common.KafkaException e) {
            if (NestedExceptionUtils.getMostSpecificCause(e) instanceof RecordTooLargeException) {
                return false;
            }
            throw new KafkaException("no dead letter could be written to " + letter.topic(), e);
        } catch (TimeoutException e) {
            throw new KafkaException("no dead letter could be written to " + letter.topic() + " in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while a dead letter was written", e);
        }
    }
}
