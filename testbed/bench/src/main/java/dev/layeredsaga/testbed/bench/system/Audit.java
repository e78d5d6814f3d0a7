package dev.layeredsaga.testbed.bench.system;

import dev.layeredsaga.testbed.infrastructure.PostgresServer;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.system.Service;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The final figures of the services' databases.
 *
 * @param sold pieces that have left the stock
 * @param reserved pieces that are still held
 * @param payments payments captured and not refunded
 * @param confirmed confirmed orders
 */
record Audit(long sold, long reserved, long payments, long confirmed) {

    static Audit of(PostgresServer postgres, SeparateSystem system, long stockedInAll) throws SQLException {
        String inventory = system.databaseOf(Service.INVENTORY);
        return new Audit(
                stockedInAll - number(postgres, inventory, "SELECT sum(on_hand) FROM item"),
                number(postgres, inventory, "SELECT sum(reserved) FROM item"),
                number(
                        postgres,
                        system.databaseOf(Service.ORCHESTRATOR),
                        "SELECT count(*) FROM payment WHERE state = 'CAPTURED'"),
                number(
                        postgres,
                        system.databaseOf(Service.ORDERS),
                        "SELECT count(*) FROM customer_order WHERE status = 'CONFIRMED'"));
    }

    private static long number(PostgresServer postgres, String database, String query) throws SQLException {
        try (Connection connection = postgres.connect(database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    boolean isSound() {
        return sold == confirmed && payments == confirmed && reserved == 0;
    }
}
