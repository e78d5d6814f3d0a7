package dev.layeredsaga.testbed.system;

import dev.layeredsaga.inventory.InventoryServiceApplication;
import dev.layeredsaga.orchestrator.SagaOrchestratorApplication;
import dev.layeredsaga.order.OrderServiceApplication;
import org.springframework.boot.SpringApplication;

/** The services that are Spring Boot applications, in the order in which they are started. */
public enum Service {
    INVENTORY("inventory-service", "inventory"),
    ORCHESTRATOR("saga-orchestrator", "saga"),
    ORDERS("order-service", "orders");

    private final String serviceName;
    private final String database;

    Service(String serviceName, String database) {
        this.serviceName = serviceName;
        this.database = database;
    }

    public String serviceName() {
        return serviceName;
    }

    /** The name of its database. */
    public String database() {
        return database;
    }

    SpringApplication application() {
        return switch (this) {
            case INVENTORY -> InventoryServiceApplication.application();
            case ORCHESTRATOR -> SagaOrchestratorApplication.application();
            case ORDERS -> OrderServiceApplication.application();
        };
    }
}
