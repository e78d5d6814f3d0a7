package dev.layeredsaga.messaging.startup;

import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Configuration;

/** A service that does nothing but start. */
@Configuration(proxyBeanMethods = false)
class SmallService {

    public static void main(String[] args) {
        SpringApplication.run(SmallService.class, args);
    }
}
