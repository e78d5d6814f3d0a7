package dev.layeredsaga.orchestrator;

import dev.layeredsaga.testbed.infrastructure.DevelopmentSettings;
import org.springframework.boot.SpringApplication;

/** Starts the service from an IDE, on the servers of {@code ./run --infra} if they are up, else on embedded ones. */
final class TestSagaOrchestratorApplication {

    private TestSagaOrchestratorApplication() {}

    public static void main(String[] arguments) {
        DevelopmentSettings settings = DevelopmentSettings.of("saga-orchestrator", "saga");
        System.out.println(settings.origin());
        start(settings, arguments);
    }

    static SpringApplication.Running start(DevelopmentSettings settings, String... arguments) {
        return SpringApplication.from(SagaOrchestratorApplication::main).run(settings.arguments(arguments));
    }
}
