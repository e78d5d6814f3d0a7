package dev.layeredsaga.messaging.autoconfigure;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.heartbeat.Activity;
import dev.layeredsaga.messaging.heartbeat.HeartbeatConfiguration;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.inbox.Inbox;
import dev.layeredsaga.messaging.inbox.InboxCleaner;
import dev.layeredsaga.messaging.listener.ListenerConfiguration;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.outbox.OutboxConfiguration;
import dev.layeredsaga.messaging.settings.MessagingProperties;
import dev.layeredsaga.messaging.settings.MessagingProperties.TopicSettings;
import dev.layeredsaga.messaging.sweep.RowSweep;
import dev.layeredsaga.messaging.sweep.Sweep;
import dev.layeredsaga.messaging.sweep.Sweeps;
import dev.layeredsaga.messaging.time.DatabaseClock;
import dev.layeredsaga.messaging.topic.TopicCreation;
import dev.layeredsaga.messaging.topic.UsedTopics;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Configures a service's outbox, inbox and listeners. Its tables are those of {@code db/messaging}. With {@code messaging.kafka.enabled=false}
 * there is no broker: messages go nowhere.
 */
@AutoConfiguration(before = KafkaAutoConfiguration.class, after = JdbcTemplateAutoConfiguration.class)
@EnableConfigurationProperties({MessagingProperties.class, KafkaProperties.class})
@Import({DatabaseClock.class, Inbox.class, HeartbeatConfiguration.class})
public class MessagingAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    CloudEventCodec cloudEventCodec(@Value("${spring.application.name:application}") String service, Clock clock) {
        return new CloudEventCodec(URI.create("/" + service), MessageJson.mapper(), clock);
    }

    @Bean
    InboxCleaner inboxCleaner(Inbox inbox, MessagingProperties settings) {
        return new InboxCleaner(inbox, settings.inbox());
    }

    @Bean
    Sweeps sweeps(
            ObjectProvider<Sweep> sweeps,
            ObjectProvider<RowSweep<?>> rowSweeps,
            TransactionOperations transaction,
            Heartbeats heartbeats,
            MeterRegistry meters,
            Activity activity) {
        return new Sweeps(
                sweeps.orderedStream().toList(),
                rowSweeps.orderedStream().toList(),
                transaction,
                heartbeats,
                meters,
                activity);
    }

    @Bean
    @ConditionalOnMissingBean
    UsedTopics usedTopics() {
        return new UsedTopics(Topics.ALL);
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "messaging.kafka.enabled", havingValue = false)
    Outbox outboxWithoutBroker() {
        return message -> {};
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "messaging.kafka.enabled", matchIfMissing = true)
    @Import({OutboxConfiguration.class, ListenerConfiguration.class})
    static class Kafka {

        @Bean
        ProducerFactory<String, byte[]> producerFactory(KafkaProperties kafka) {
            DefaultKafkaProducerFactory<String, byte[]> producers = new DefaultKafkaProducerFactory<>(
                    OutboxConfiguration.producerSettings(kafka.buildProducerProperties()),
                    new StringSerializer(),
                    new ByteArraySerializer());
            // a producer that is replaced has messages that it cannot send
            producers.setPhysicalCloseTimeout(1);
            return producers;
        }

        @Bean
        KafkaTemplate<String, byte[]> kafkaTemplate(ProducerFactory<String, byte[]> producers) {
            return new KafkaTemplate<>(producers);
        }

        /** Dead letters have a longer retention than the original records, which gives operators time to handle them. */
        @Bean
        TopicCreation topics(KafkaProperties kafka, MessagingProperties messaging, List<UsedTopics> used) {
            TopicSettings settings = messaging.topics();
            return new TopicCreation(
                    kafka.buildAdminProperties(),
                    UsedTopics.of(used).stream()
                            .flatMap(topic -> Stream.of(
                                    TopicCreation.topic(topic, settings, settings.retention()),
                                    TopicCreation.topic(
                                            Topics.deadLettersOf(topic), settings, settings.deadLetterRetention())))
                            .toList());
        }
    }
}
