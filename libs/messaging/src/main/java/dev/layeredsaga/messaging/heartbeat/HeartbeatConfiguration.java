package dev.layeredsaga.messaging.heartbeat;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the heartbeats, and the health indicator {@code loops} that checks them. */
@Configuration(proxyBeanMethods = false)
public class HeartbeatConfiguration {

    @Bean
    Heartbeats heartbeats() {
        return new Heartbeats();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class Watched {

        @Bean
        LoopsHealth loopsHealthIndicator(Heartbeats heartbeats) {
            return new LoopsHealth(heartbeats);
        }
    }
}
