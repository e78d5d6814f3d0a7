package dev.layeredsaga.testbed.bench.inventory;

import dev.layeredsaga.testbed.bench.service.HostedInventory;
import dev.layeredsaga.testbed.bench.service.InventoryClient;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;

/** An inventory-service that uses one lock provider. */
record HostedProvider(String name, HostedInventory service, InventoryClient client) implements AutoCloseable {

    static HostedProvider start(String name, Infrastructure servers) {
        HostedInventory service = HostedInventory.start(servers, database(name), name);
        return new HostedProvider(name, service, new InventoryClient(service.url()));
    }

    private static String database(String name) {
        return "inventory_" + name;
    }

    String database() {
        return database(name);
    }

    Meters meters() {
        return new Meters(service.meters());
    }

    @Override
    public void close() {
        service.close();
    }
}
