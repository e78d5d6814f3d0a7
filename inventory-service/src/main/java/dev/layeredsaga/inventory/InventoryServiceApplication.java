package dev.layeredsaga.inventory;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;

/** Items and claims behind three lock layers: RLock, semantic lock, {@code @Version}. */
@SpringBootApplication(exclude = ErrorMvcAutoConfiguration.class) // errors are problems: see ProblemReportValve
@ConfigurationPropertiesScan
public class InventoryServiceApplication {

    public static void main(String[] args) {
        application().run(args);
    }

    /** Creates the application without starting it, so that one JVM can host several services. */
    public static SpringApplication application() {
        SpringApplication application = new SpringApplication(InventoryServiceApplication.class);
        application.setDefaultProperties(Map.of("spring.config.name", "inventory-service"));
        return application;
    }
}
