package dev.layeredsaga.testbed.e2e;

import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import dev.layeredsaga.testbed.system.Service;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The inventory's own rows, behind its back. */
record InventoryRows(DataSource database) {

    static InventoryRows on(PostgresServer server) {
        String url = server.jdbcUrl(Service.INVENTORY.database());
        return new InventoryRows(new DriverManagerDataSource(url, server.user(), server.password()));
    }

    /** Does something while nobody can change the item: whoever tries stands still there, in the middle of a transaction. */
    void holding(String sku, Runnable action) {
        try (Connection connection = database.getConnection();
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

    /** As if what this owner has had been claimed so long ago that its time is over. */
    void letClaimExpire(String owner) {
        JdbcClient client = JdbcClient.create(database);
        client.sql("UPDATE claim SET expires_at = clock_timestamp(), version = version + 1 WHERE owner = ?")
                .param(owner)
                .update();
        client.sql("UPDATE item SET lock_expires_at = clock_timestamp(), version = version + 1 WHERE lock_owner = ?")
                .param(owner)
                .update();
    }
}
