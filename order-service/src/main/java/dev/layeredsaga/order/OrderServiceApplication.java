package dev.layeredsaga.order;

import java.util.Locale;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;

/** The order API: accepts, prices and tracks orders. */
@SpringBootApplication(exclude = ErrorMvcAutoConfiguration.class) // errors are problems: see ProblemReportValve
public class OrderServiceApplication {

    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        application().run(args);
    }

    /**
     * Creates the service, ready to run. Its settings file has a name of its own, so that several services fit into one JVM; a user's
     * may be called {@code application.yaml}, too.
     */
    public static SpringApplication application() {
        return new SpringApplicationBuilder(OrderServiceApplication.class)
                .properties("spring.config.name=order-service,application")
                .build();
    }
}
