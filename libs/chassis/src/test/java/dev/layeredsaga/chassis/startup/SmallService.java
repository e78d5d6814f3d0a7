package dev.layeredsaga.chassis.startup;

import dev.layeredsaga.messaging.settings.MessagingProperties;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;

/** A service that only starts. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MessagingProperties.class)
class SmallService {

    public static void main(String[] args) {
        SpringApplication.run(SmallService.class, args);
    }
}
