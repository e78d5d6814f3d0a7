package dev.layeredsaga.messaging.autoconfigure;

import dev.layeredsaga.messaging.meters.DatabaseGauge;
import dev.layeredsaga.messaging.meters.DatabaseGauges;
import dev.layeredsaga.messaging.topic.UsedTopics;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

/** Measures the outbox, which all services have. A service adds {@link DatabaseGauge}s of its own as beans. */
@AutoConfiguration(
        after = MessagingAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnBean(MeterRegistry.class)
public class MetersAutoConfiguration {

    /** The number of transactions at which counting stops; a backlog of this size is a fault in any case. */
    private static final int MANY = 10_000;

    @Bean
    DatabaseGauge outboxUnsent() {
        return DatabaseGauge.count(
                "outbox.unsent",
                "Messages that wait in the outbox, those of " + MANY + " transactions at most",
                "SELECT coalesce(sum(size), 0) FROM (SELECT size FROM outbox LIMIT " + MANY + ") AS unsent");
    }

    @Bean
    DatabaseGauge outboxAge() {
        return DatabaseGauge.seconds(
                "outbox.oldest.age",
                "For how long the oldest message has waited in the outbox",
                "SELECT extract(epoch FROM clock_timestamp() - (SELECT created_at FROM outbox ORDER BY id LIMIT 1))");
    }

    @Bean
    DatabaseGauge messagesHeld() {
        return DatabaseGauge.count(
                "messages.held",
                "Messages that cannot be handled and are tried again, and those of their keys behind them",
                "SELECT count(*) FROM held_message");
    }

    @Bean
    DatabaseGauge messagesHeldAge() {
        return DatabaseGauge.seconds(
                "messages.held.oldest.age",
                "For how long the oldest held message has been held",
                "SELECT extract(epoch FROM clock_timestamp() - min(held_at)) FROM held_message");
    }

    private static DatabaseGauge stuckMessages(String topic) {
        return DatabaseGauge.count(
                        "outbox.stuck",
                        "Messages that cannot be sent for a reason of their own: topic missing or forbidden, or message refused",
                        "SELECT count(*) FROM outbox_stuck WHERE topic = '" + topic + "'")
                .tagged("topic", topic);
    }

    private static DatabaseGauge stuckAge(String topic) {
        return DatabaseGauge.seconds(
                        "outbox.stuck.oldest.age",
                        "For how long the oldest stuck message has waited",
                        "SELECT extract(epoch FROM clock_timestamp() - min(created_at)) FROM outbox_stuck WHERE topic = '"
                                + topic + "'")
                .tagged("topic", topic);
    }

    @Bean
    DatabaseGauges databaseGauges(
            ObjectProvider<DatabaseGauge> gauges,
            List<UsedTopics> used,
            JdbcTemplate jdbc,
            MeterRegistry meters,
            @Value("${messaging.meters.interval:10s}") Duration interval) {
        Stream<DatabaseGauge> stuck =
                UsedTopics.of(used).stream().flatMap(topic -> Stream.of(stuckMessages(topic), stuckAge(topic)));
        return new DatabaseGauges(Stream.concat(gauges.orderedStream(), stuck).toList(), jdbc, meters, interval);
    }
}
