package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.outbox.OutboxSweep.SweepTables;
import dev.layeredsaga.messaging.outbox.OutboxWorker.OutboxTasks;
import dev.layeredsaga.messaging.settings.MessagingProperties;
import dev.layeredsaga.messaging.trace.Tracing;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Puts the outbox together. */
@Configuration(proxyBeanMethods = false)
public class OutboxConfiguration {

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
    Outbox outbox(CloudEventCodec codec, SweepTables tables, SendQueue queue, Tracing tracing) {
        return new TransactionalOutbox(codec, tables.outbox(), queue, tracing);
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
    OutboxRelay outboxRelay(SendQueue queue, OutboxTopics topics, KafkaOperations<String, byte[]> kafka) {
        return new OutboxRelay(queue, topics, kafka);
    }

    @Bean
    StuckRetry outboxStuckRetry(
            SweepTables tables,
            OutboxTopics topics,
            KafkaOperations<String, byte[]> kafka,
            PlatformTransactionManager transactions) {
        return new StuckRetry(tables.stuck(), topics, kafka::send, new TransactionTemplate(transactions));
    }

    @Bean
    SendWatch outboxSendWatch(OutboxRelay relay, OutboxTopics topics, ProducerFactory<String, byte[]> producers) {
        return new SendWatch(relay, topics, producers::reset);
    }

    /** The name is that of the health: {@code outbox}. */
    @Bean
    OutboxHealth outboxHealthIndicator(JdbcTemplate jdbc) {
        return new OutboxHealth(jdbc);
    }

    @Bean
    OutboxTasks outboxTasks(
            OutboxRelay relay, OutboxCleanup cleanup, OutboxSweep sweep, StuckRetry retry, SendWatch watch) {
        return new OutboxTasks(relay, cleanup, sweep, retry, watch);
    }

    @Bean
    OutboxWorker outboxWorker(OutboxTasks tasks, SendQueue queue, MessagingProperties settings, Heartbeats heartbeats) {
        return new OutboxWorker(tasks, queue, settings.outbox(), heartbeats);
    }
}
