package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.outbox.OutboxWorker.OutboxParts;
import dev.layeredsaga.messaging.settings.MessagingProperties;
import dev.layeredsaga.messaging.trace.Tracing;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.core.KafkaOperations;
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
    Acknowledgements outboxAcknowledgements(OutboxTable table, SendOrder order) {
        return new Acknowledgements(table, order);
    }

    @Bean
    OutboxSweep outboxSweep(
            OutboxTable table,
            SendOrder order,
            Acknowledgements acknowledgements,
            PlatformTransactionManager transactions,
            MessagingProperties settings) {
        return new OutboxSweep(
                table,
                order,
                acknowledgements,
                new TransactionTemplate(transactions),
                settings.outbox().sweepAge());
    }

    @Bean
    OutboxWorker outboxWorker(
            SendOrder order,
            OutboxTable table,
            Acknowledgements acknowledgements,
            OutboxSweep sweep,
            KafkaOperations<String, byte[]> kafka,
            MessagingProperties settings,
            Heartbeats heartbeats) {
        OutboxSender sender = new OutboxSender(order, acknowledgements, kafka);
        AwaitedParcels awaited = new AwaitedParcels(table, order);
        return new OutboxWorker(
                new OutboxParts(order, sender, acknowledgements, awaited, sweep), settings.outbox(), heartbeats);
    }
}
