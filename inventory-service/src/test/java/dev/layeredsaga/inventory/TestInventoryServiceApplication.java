package dev.layeredsaga.inventory;

import dev.layeredsaga.testbed.infrastructure.DevelopmentSettings;
import org.springframework.boot.SpringApplication;

/** Starts the service from an IDE, on the servers of {@code ./run --infra} if they are up, else on embedded ones. */
final class TestInventoryServiceApplication {

    private TestInventoryServiceApplication() {}

    public static void main(String[] arguments) {
        DevelopmentSettings settings = DevelopmentSettings.of("inventory-service", "inventory");
        System.out.println(settings.origin());
        start(settings, arguments);
    }

    static SpringApplication.Running start(DevelopmentSettings settings, String... arguments) {
        return SpringApplication.from(InventoryServiceApplication::main).run(settings.arguments(arguments));
    }
}
