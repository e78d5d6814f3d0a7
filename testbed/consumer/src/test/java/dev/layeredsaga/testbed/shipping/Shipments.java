package dev.layeredsaga.testbed.shipping;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.util.backoff.FixedBackOff;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Component
class Shipments {

    private static final Logger log = LoggerFactory.getLogger(Shipments.class);
    private final JdbcClient database;
    private final JsonMapper json;

    Shipments(JdbcClient database, JsonMapper json) {
        this.database = database;
        this.json = json;
    }

    @KafkaListener(topics = "saga.events", groupId = "shipping")
    @Transactional
    public void read(ConsumerRecord<String, String> message) {
        UUID order = UUID.fromString(Objects.requireNonNullElse(message.key(), "none"));
        long sequence = Long.parseLong(header(message, "ce_sequence"));
        long before = database.sql("SELECT sequence FROM saga_read WHERE saga_id = ?")
                .param(order)
                .query(Long.class)
                .optional()
                .orElse(0L);
        int isNew = database.sql("""
                INSERT INTO saga_read AS known (saga_id, sequence) VALUES (?, ?)
                ON CONFLICT (saga_id) DO UPDATE SET sequence = excluded.sequence WHERE known.sequence < excluded.sequence
                """).params(order, sequence).update();
        if (isNew == 0) {
            return; // a repetition
        }
        if (sequence > before + 1) {
            log.warn("{}: {} events are missing before {}", order, sequence - before - 1, sequence);
        }
        if (header(message, "ce_type").equals("OrderConfirmed")) {
            JsonNode event = json.readTree(message.value());
            database.sql("INSERT INTO shipment (order_id, customer, lines) VALUES (?, ?, ?::jsonb)")
                    .params(
                            order,
                            event.path("customerId").asString(null),
                            event.path("lines").toString())
                    .update();
        }
    }

    private static String header(ConsumerRecord<?, ?> message, String name) {
        Header header = message.headers().lastHeader(name);
        if (header == null || header.value() == null) {
            throw new IllegalArgumentException("no header " + name);
        }
        return new String(header.value(), StandardCharsets.UTF_8);
    }

    /** Puts aside what cannot be read, and repeats everything else without end, such as while the database is away. */
    @Bean
    static DefaultErrorHandler errors(KafkaOperations<?, ?> kafka) {
        var aside = new DeadLetterPublishingRecoverer(kafka, (message, e) -> new TopicPartition("shipping.dlt", -1));
        var handler = new DefaultErrorHandler(aside, new FixedBackOff(1_000, FixedBackOff.UNLIMITED_ATTEMPTS));
        handler.addNotRetryableExceptions(
                IllegalArgumentException.class, JacksonException.class, DataIntegrityViolationException.class);
        return handler;
    }
}
