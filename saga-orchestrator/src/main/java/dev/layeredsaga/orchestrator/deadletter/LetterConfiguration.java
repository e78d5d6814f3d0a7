package dev.layeredsaga.orchestrator.deadletter;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.messaging.meters.DatabaseGauge;
import dev.layeredsaga.messaging.settings.MessagingProperties;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** Binds the settings of dead letters, and counts the open ones. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LetterSettings.class)
@Import(LetterConfiguration.Gauges.class)
class LetterConfiguration {

    /** @throws StartupException if a letter that is read again would be taken for a new one */
    LetterConfiguration(LetterSettings settings, MessagingProperties messaging) {
        StartupException.requireLonger(
                "orchestrator.dead-letters.keep", settings.keep(),
                "messaging.topics.dead-letter-retention", messaging.topics().deadLetterRetention());
    }

    /** One gauge for each topic. */
    static final class Gauges implements BeanRegistrar {

        @Override
        public void register(BeanRegistry registry, Environment environment) {
            Topics.ALL.forEach(topic -> registry.registerBean(
                    "openDeadLettersOf." + topic, DatabaseGauge.class, bean -> bean.supplier(context -> open(topic))));
        }

        private static DatabaseGauge open(String topic) {
            return DatabaseGauge.count(
                            "dead.letters.open",
                            "Dead letters that have not been sent again or discarded",
                            "SELECT count(*) FROM dead_letter WHERE status = 'OPEN' AND topic = '"
                                    + Topics.deadLettersOf(topic) + "'")
                    .tagged("topic", topic);
        }
    }
}
