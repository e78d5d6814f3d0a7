package dev.layeredsaga.chassis.autoconfigure;

import dev.layeredsaga.chassis.health.DatabaseHealth;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Configures the health indicator {@code db}. Replaces Spring Boot's own, which blocks for as long as a connection does. */
@AutoConfiguration
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBooleanProperty("http.managed")
public class HealthAutoConfiguration {

    @Bean
    DatabaseHealth dbHealthIndicator(DataSource database) {
        return new DatabaseHealth(
                database, check -> Thread.ofVirtual().name("database-health").start(check));
    }
}
