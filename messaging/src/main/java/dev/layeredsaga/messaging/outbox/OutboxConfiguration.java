package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.outbox.OutboxSweep.OutboxTables;
import dev.layeredsaga.messaging.outbox.OutboxWorker.OutboxParts;
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
    OutboxTable outboxTable(JdbcTemplate jdbc) {
        return new OutboxTable(jdbc, MessageJson.mapper());
    }

    @Bean
    StuckTable outboxStuckTable(JdbcTemplate jdbc) {
        return new StuckTable(jdbc, MessageJson.mapper());
    }

    @Bean
    OutboxTopics outboxTopics(KafkaProperties kafka) {
        return new OutboxTopics(() -> Admin.create(kafka.buildAdminProperties()));
    }

    @Bean
    SendOrder outboxSendOrder(MessagingProperties settings) {
        return SendOrder.with(settings.outbox());
    }

    @Bean
    Outbox outbox(
            CloudEventCodec codec,
            OutboxTable table,
            SendOrder order,
            Acknowledgements acknowledgements,
            Tracing tracing) {
        return new OutboxRelay(codec, table, order, acknowledgements, tracing);
    }

    @Bean
    Acknowledgements outboxAcknowledgements(OutboxTable table, StuckTable stuck, SendOrder order) {
        return new Acknowledgements(table, stuck, order);
    }

    @Bean
    OutboxTables outboxTables(OutboxTable outbox, StuckTable stuck) {
        return new OutboxTables(outbox, stuck);
    }

    @Bean
    OutboxSender outboxSender(
            SendOrder order,
            Acknowledgements acknowledgements,
            OutboxTopics topics,
            KafkaOperations<String, byte[]> kafka) {
        return new OutboxSender(order, acknowledgements, topics, kafka);
    }

    @Bean
    SendWatch outboxSendWatch(OutboxSender sender, OutboxTopics topics, ProducerFactory<String, byte[]> producers) {
        return new SendWatch(sender, topics, producers::reset);
    }

    @Bean
    StuckRetry outboxStuckRetry(
            StuckTable table,
            OutboxTopics topics,
            KafkaOperations<String, byte[]> kafka,
            PlatformTransactionManager transactions) {
        return new StuckRetry(table, topics, kafka::send, new TransactionTemplate(transactions));
    }

    @Bean
    OutboxParts outboxParts(
            SendOrder order,
            OutboxTables tables,
            Acknowledgements acknowledgements,
            OutboxSweep sweep,
            SendParts sending) {
        AwaitedParcels awaited = new AwaitedParcels(tables.outbox(), tables.stuck(), order);
        return new OutboxParts(
                order, sending.sender(), acknowledgements, awaited, sweep, sending.stuck(), sending.watch());
    }

    /** What talks to the broker. */
    record SendParts(OutboxSender sender, StuckRetry stuck, SendWatch watch) {}

    @Bean
    SendParts outboxSendParts(OutboxSender sender, StuckRetry stuck, SendWatch watch) {
        return new SendParts(sender, stuck, watch);
    }

    @Bean
    OutboxSweep outboxSweep(
            OutboxTables tables,
            SendOrder order,
            Acknowledgements acknowledgements,
            PlatformTransactionManager transactions,
            MessagingProperties settings) {
        return new OutboxSweep(
                tables,
                order,
                acknowledgements,
                new TransactionTemplate(transactions),
                settings.outbox().sweepAge());
    }

    /** The name is that of the health: {@code outbox}. */
    @Bean
    OutboxHealth outboxHealthIndicator(JdbcTemplate jdbc) {
        return new OutboxHealth(jdbc);
    }

    @Bean
    OutboxWorker outboxWorker(OutboxParts parts, MessagingProperties settings, Heartbeats heartbeats) {
        return new OutboxWorker(parts, settings.outbox(), heartbeats);
    }
}
