package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.testbed.bench.service.HostedInventory;
import dev.layeredsaga.testbed.bench.service.InventoryClient;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** A real inventory-service in this JVM, with its database and a client of its own. */
record Hosted(HostedInventory service, InventoryClient client, PostgresServer postgres, String database)
        implements AutoCloseable {

    /** @param commands true if it serves the sagas' commands */
    static Hosted start(Infrastructure servers, String provider, boolean commands) {
        String database = "inventory_" + provider;
        HostedInventory service = HostedInventory.start(
                servers, database, provider, Map.of("inventory.commands.auto-startup", Boolean.toString(commands)));
        return new Hosted(service, new InventoryClient(service.url()), servers.postgres(), database);
    }

    Connection connect() throws SQLException {
        return postgres.connect(database);
    }

    @Override
    public void close() {
        service.close();
    }
}
