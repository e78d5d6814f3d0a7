package dev.layeredsaga.chassis.autoconfigure;

import dev.layeredsaga.chassis.held.HeldMessagesEndpoint;
import dev.layeredsaga.messaging.autoconfigure.MessagingAutoConfiguration;
import dev.layeredsaga.messaging.held.HeldMessages;
import dev.layeredsaga.messaging.held.HeldRetries;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/** Shows operators the messages that a service that consumes some could not handle. */
@AutoConfiguration(after = MessagingAutoConfiguration.class)
@ConditionalOnBean(HeldRetries.class)
public class HeldMessagesAutoConfiguration {

    @Bean
    HeldMessagesEndpoint heldMessagesEndpoint(HeldMessages messages, HeldRetries retries) {
        return new HeldMessagesEndpoint(messages, retries);
    }
}
