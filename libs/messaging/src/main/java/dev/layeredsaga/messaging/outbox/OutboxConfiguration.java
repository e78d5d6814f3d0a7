package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.heartbeat.Activity;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.outbox.OutboxSweep.SweepTables;
import dev.layeredsaga.messaging.outbox.OutboxWorker.OutboxTasks;
import dev.layeredsaga.messaging.settings.MessagingProperties;
import dev.layeredsaga.messaging.trace.Tracing;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Puts the outbox together. */
@Configuration(proxyBeanMethods = false)
@Import(OutboxTasks.class)
public class OutboxConfiguration {

    /** Returns the given Kafka producer settings, with those put right that keep a key's messages in order through failures. */
    public static Map<String, Object> producerSettings(Map<String, Object> given) {
        Map<String, Object> settings = new HashMap<>(given);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        // With more than one request under way, Kafka 4.2's producer can get stuck on a topic that has just been
        // created: a batch is refused for want of a leader while later ones are taken, and its sequence number never
        // fits again.
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        // no message is given up for one behind it: what the producer has taken it tries until the broker is back
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        settings.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
        // longer than it takes to hand over what goes together; the caller flushes after that
        settings.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 5);
        return settings;
    }

    @Bean
    SweepTables outboxTables(JdbcTemplate jdbc) {
        return new SweepTables(new OutboxTable(jdbc, MessageJson.mapper()), new StuckTable(jdbc, MessageJson.mapper()));
    }

    @Bean
    OutboxTopics outboxTopics(KafkaProperties kafka) {
        return new OutboxTopics(() -> Admin.create(kafka.buildAdminProperties()));
    }

    @Bean
    SendQueue outboxSendQueue(MessagingProperties settings) {
        return new SendQueue(settings.outbox().memory());
    }

    @Bean
    Outbox outbox(CloudEventCodec codec, SweepTables tables, SendQueue queue, Tracing tracing, Activity activity) {
        return new TransactionalOutbox(codec, tables.outbox(), queue, tracing, activity);
    }

    @Bean
    OutboxCleanup outboxCleanup(SendQueue queue, SweepTables tables) {
        return new OutboxCleanup(queue, tables.outbox(), tables.stuck());
    }

    @Bean
    OutboxSweep outboxSweep(
            SweepTables tables,
            SendQueue queue,
            OutboxCleanup cleanup,
            PlatformTransactionManager transactions,
            MessagingProperties settings) {
        return new OutboxSweep(tables, queue, cleanup, new TransactionTemplate(transactions), settings.outbox());
    }

    @Bean
    OutboxRelay outboxRelay(
            SendQueue queue,
            OutboxTopics topics,
            KafkaOperations<String, byte[]> kafka,
            ProducerFactory<String, byte[]> producers) {
        return new OutboxRelay(queue, topics, kafka, producers::reset);
    }

    @Bean
    StuckRetry outboxStuckRetry(SweepTables tables, OutboxTopics topics, PlatformTransactionManager transactions) {
        return new StuckRetry(tables, topics, new TransactionTemplate(transactions));
    }

    /** The name is that of the health: {@code outbox}. */
    @Bean
    OutboxHealth outboxHealthIndicator(SweepTables tables) {
        return new OutboxHealth(tables.stuck());
    }

    @Bean
    OutboxWorker outboxWorker(OutboxTasks tasks, SendQueue queue, MessagingProperties settings, Heartbeats heartbeats) {
        return new OutboxWorker(tasks, queue, settings.outbox(), heartbeats);
    }
}
