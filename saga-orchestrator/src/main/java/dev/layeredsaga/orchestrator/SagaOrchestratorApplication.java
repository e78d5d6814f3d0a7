package dev.layeredsaga.orchestrator;

import dev.layeredsaga.orchestrator.payment.http.GatewayConfiguration;
import java.util.Locale;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;

/** The order saga and the payment participant, on the starter. */
@SpringBootApplication(exclude = ErrorMvcAutoConfiguration.class) // errors are problems: see ProblemReportValve
// imported after all other beans are known, so that a gateway of the user's own takes its place
@ImportAutoConfiguration(GatewayConfiguration.class)
public class SagaOrchestratorApplication {

    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        application().run(args);
    }

    /**
     * The service, ready to run. Its settings have a file name of their own, so that several services fit into one JVM; a user's may be
     * called {@code application.yaml}, too.
     */
    public static SpringApplication application() {
        return new SpringApplicationBuilder(SagaOrchestratorApplication.class)
                .properties("spring.config.name=saga-orchestrator,application")
                .build();
    }
}
