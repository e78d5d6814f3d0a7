package dev.layeredsaga.inventory;

import dev.layeredsaga.inventory.lock.NoLockConfiguration;
import dev.layeredsaga.inventory.lock.actor.ActorLockConfiguration;
import dev.layeredsaga.inventory.lock.redis.RedisLockConfiguration;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;

/** Items and claims behind three lock layers: RLock, semantic lock, {@code @Version}. */
@SpringBootApplication(exclude = ErrorMvcAutoConfiguration.class) // errors are problems: see ProblemReportValve
@ConfigurationPropertiesScan
// imported after all other beans are known, so that a lock manager of the user's own takes their place
@ImportAutoConfiguration({RedisLockConfiguration.class, ActorLockConfiguration.class, NoLockConfiguration.class})
public class InventoryServiceApplication {

    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        application().run(args);
    }

    /**
     * Creates the application without starting it. Its settings file has a name of its own, so that one JVM can host several services;
     * a user's may be called {@code application.yaml}, too.
     */
    public static SpringApplication application() {
        SpringApplication application = new SpringApplication(InventoryServiceApplication.class);
        application.setDefaultProperties(Map.of("spring.config.name", "inventory-service,application"));
        return application;
    }
}
