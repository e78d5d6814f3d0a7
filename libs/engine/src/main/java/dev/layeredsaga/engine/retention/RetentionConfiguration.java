package dev.layeredsaga.engine.retention;

import dev.layeredsaga.engine.definition.LocalParticipant;
import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.messaging.settings.MessagingProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/** Adds the retention, and verifies what its settings have to do with others. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RetentionSettings.class)
@Import(Retention.class)
public class RetentionConfiguration {

    /** @throws StartupException if messages are remembered for longer than the sagas that they are about */
    RetentionConfiguration(RetentionSettings settings, MessagingProperties messaging) {
        StartupException.requireLonger(
                "saga.retention.keep", settings.keep(),
                "messaging.inbox.retention", messaging.inbox().retention());
    }

    @Bean
    FinishedSagas finishedSagas(JdbcTemplate jdbc, ObjectProvider<LocalParticipant> participants) {
        return new FinishedSagas(jdbc, participants.stream().toList());
    }
}
