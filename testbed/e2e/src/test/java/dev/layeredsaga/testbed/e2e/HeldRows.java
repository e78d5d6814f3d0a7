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

    /** Makes each confirmation of a claim wait as long as others hold the advisory lock of one of its items. */
    private static final String GATE = """
            CREATE OR REPLACE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              IF NEW.state = 'CONFIRMED' THEN
                PERFORM pg_advisory_xact_lock_shared(hashtext(sku)) FROM unnest(NEW.skus) AS sku;
              END IF;
              RETURN NEW;
            END $$;
            CREATE OR REPLACE TRIGGER gate BEFORE UPDATE ON claim FOR EACH ROW EXECUTE FUNCTION wait_at_gate()
            """;

    static InventoryRows on(PostgresServer server) {
        String url = server.jdbcUrl(Service.INVENTORY.database());
        return new InventoryRows(new DriverManagerDataSource(url, server.user(), server.password()));
    }

    /** Lets {@link #holdingConfirmations} hold them; to be called once, while no claim is being written. */
    InventoryRows withGate() {
        JdbcClient.create(database).sql(GATE).update();
        return this;
    }

    /** Does something while no claim on the item can be confirmed: a saga gets as far as that and waits. */
    void holdingConfirmations(String sku, Runnable action) {
        holding("SELECT pg_advisory_xact_lock(hashtext(?))", sku, action);
    }

    /** Does something while nobody can change the item: whoever tries stands still there, in the middle of a transaction. */
    void holding(String sku, Runnable action) {
        holding("SELECT 1 FROM item WHERE sku = ? FOR UPDATE", sku, action);
    }

    private void holding(String statement, String sku, Runnable action) {
        try (Connection connection = database.getConnection();
                PreparedStatement lock = connection.prepareStatement(statement)) {
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
