package dev.layeredsaga.orchestrator;

import dev.layeredsaga.engine.RecordingOutbox;
import dev.layeredsaga.messaging.autoconfigure.MessagingAutoConfiguration;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** The part of the service between its rules and PostgreSQL: no broker, no HTTP, and a database of its own. */
public final class DatabaseSlice {

    private DatabaseSlice() {}

    /** With the service's own settings, and those beans only that the sources name. */
    public static ConfigurableApplicationContext start(Class<?>... sources) {
        List<String> arguments = new ArrayList<>(List.of(
                "--messaging.startup.enabled=false",
                // what messaging contributes to health is not here
                "--management.endpoint.health.validate-group-membership=false"));
        SharedInfrastructure.springProperties("saga_slice")
                .forEach((name, value) -> arguments.add("--" + name + "=" + value));
        return new SpringApplicationBuilder(Foundation.class, RecordingOutbox.class)
                .sources(sources)
                .properties("spring.config.name=saga-orchestrator")
                .web(WebApplicationType.NONE)
                .run(arguments.toArray(String[]::new));
    }

    @EnableAutoConfiguration(exclude = {MessagingAutoConfiguration.class, KafkaAutoConfiguration.class})
    @AutoConfigurationPackage(basePackageClasses = SagaOrchestratorApplication.class)
    static final class Foundation {}
}
