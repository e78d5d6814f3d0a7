package dev.layeredsaga.chassis.startup;

import dev.layeredsaga.messaging.settings.MessagingProperties;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A service that only starts. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MessagingProperties.class)
class SmallService {

    @Bean
    Integer size(@Value("${small.size:1}") int size) {
        return size;
    }

    public static void main(String[] args) {
        SpringApplication.run(SmallService.class, args);
    }
}
