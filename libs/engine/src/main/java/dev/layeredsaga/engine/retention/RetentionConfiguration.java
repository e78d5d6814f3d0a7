package dev.layeredsaga.engine.retention;

import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.messaging.settings.MessagingProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;

/** Binds the retention's settings, and verifies what they have to do with others. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RetentionSettings.class)
class RetentionConfiguration {

    /** @throws StartupException if messages are remembered for longer than the sagas that they are about */
    RetentionConfiguration(RetentionSettings settings, MessagingProperties messaging) {
        StartupException.requireLonger(
                "saga.retention.keep", settings.keep(),
                "messaging.inbox.retention", messaging.inbox().retention());
    }
}
