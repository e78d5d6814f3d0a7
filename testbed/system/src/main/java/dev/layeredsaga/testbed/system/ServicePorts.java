package dev.layeredsaga.testbed.system;

import java.util.Map;

/** The services' ports; 0 means any free port. */
public record ServicePorts(int orders, int orchestrator, int inventory, int paymentStub) {

    public static final ServicePorts FREE = new ServicePorts(0, 0, 0, 0);

    public int of(Service service) {
        return switch (service) {
            case ORDERS -> orders;
            case ORCHESTRATOR -> orchestrator;
            case INVENTORY -> inventory;
        };
    }

    /** The chosen ports by the name of who listens there. */
    public Map<String, Integer> byName() {
        return Map.of(
                "order-service", orders,
                "saga-orchestrator", orchestrator,
                "inventory-service", inventory,
                "payment-stub", paymentStub);
    }
}
