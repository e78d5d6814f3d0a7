package dev.layeredsaga.order;

import dev.layeredsaga.testbed.infrastructure.DevelopmentSettings;
import org.springframework.boot.SpringApplication;

/** Starts the service from an IDE, on the servers of {@code ./run --infra} if they are up, else on embedded ones. */
final class TestOrderServiceApplication {

    private TestOrderServiceApplication() {}

    public static void main(String[] arguments) {
        DevelopmentSettings settings = DevelopmentSettings.of("order-service", "orders");
        System.out.println(settings.origin());
        start(settings, arguments);
    }

    static SpringApplication.Running start(DevelopmentSettings settings, String... arguments) {
        return SpringApplication.from(OrderServiceApplication::main).run(settings.arguments(arguments));
    }
}
