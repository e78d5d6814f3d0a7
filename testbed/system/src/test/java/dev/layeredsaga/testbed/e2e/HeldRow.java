package dev.layeredsaga.testbed.e2e;

import dev.layeredsaga.testbed.infrastructure.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** An item's row in the inventory's database. */
record HeldRow(PostgresServer server, String database, String sku) {

    /** Does something while nobody can change the row: whoever tries stands still there, in the middle of a transaction. */
    void during(Runnable action) {
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
                PreparedStatement lock = connection.prepareStatement("SELECT 1 FROM item WHERE sku = ? FOR UPDATE")) {
            connection.setAutoCommit(false);
            lock.setString(1, sku);
            lock.executeQuery();
            action.run();
            connection.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
