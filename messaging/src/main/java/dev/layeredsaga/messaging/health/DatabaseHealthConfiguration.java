package dev.layeredsaga.messaging.health;

import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Gives a service the health indicator {@code db}; Boot's own, which waits for as long as a session does, is switched off. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(HealthIndicator.class)
public class DatabaseHealthConfiguration {

    @Bean
    DatabaseHealth dbHealthIndicator(DataSource database) {
        return new DatabaseHealth(
                database, check -> Thread.ofVirtual().name("database-health").start(check));
    }
}
