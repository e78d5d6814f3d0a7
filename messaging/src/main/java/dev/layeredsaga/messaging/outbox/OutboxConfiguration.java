package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.MessagingProperties;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MessageJson;
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
    OutboxRelay outbox(CloudEventCodec codec, OutboxTable table, KafkaOperations<String, byte[]> kafka) {
        return new OutboxRelay(codec, table, kafka);
    }

    @Bean
    OutboxSweep outboxSweep(
            OutboxTable table,
            OutboxRelay relay,
            PlatformTransactionManager transactions,
            MessagingProperties settings) {
        return new OutboxSweep(
                table,
                relay,
                new TransactionTemplate(transactions),
                settings.outbox().sweepAge());
    }

    @Bean
    OutboxWorker outboxWorker(OutboxRelay relay, OutboxSweep sweep, MessagingProperties settings) {
        return new OutboxWorker(
                relay,
                sweep,
                settings.outbox().deleteInterval(),
                settings.outbox().sweepInterval());
    }
}
