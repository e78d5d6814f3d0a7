package dev.layeredsaga.testbed.e2e;

import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import dev.layeredsaga.testbed.system.Service;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The rows of a service of the {@link SharedSystem}, with a gate: an update of one waits as long as a test holds its item. */
record HeldRows(DataSource database, String gate) {

    /** Makes each confirmation of a claim wait at the gate. */
    static HeldRows ofClaims() {
        return of(Service.INVENTORY, """
                CREATE OR REPLACE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                  IF NEW.state = 'CONFIRMED' THEN
                    PERFORM pg_advisory_xact_lock_shared(hashtext(sku)) FROM unnest(NEW.skus) AS sku;
                  END IF;
                  RETURN NEW;
                END $$;
                CREATE OR REPLACE TRIGGER gate BEFORE UPDATE ON claim FOR EACH ROW EXECUTE FUNCTION wait_at_gate()
                """);
    }

    /**
     * Makes each saga that would go from its payment to the confirmation wait at the gate. Its orchestrator gives up after its
     * {@code lock_timeout} and comes again.
     */
    static HeldRows ofSagas() {
        return of(Service.ORCHESTRATOR, """
                CREATE OR REPLACE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                  PERFORM pg_advisory_xact_lock_shared(hashtext(line ->> 'sku'))
                  FROM json_array_elements(NEW.data::json -> 'lines') AS line;
                  RETURN NEW;
                END $$;
                CREATE OR REPLACE TRIGGER gate BEFORE UPDATE ON saga FOR EACH ROW
                WHEN (OLD.step = 'pay' AND NEW.step = 'confirm') EXECUTE FUNCTION wait_at_gate()
                """);
    }

    private static HeldRows of(Service service, String gate) {
        PostgresServer server = SharedInfrastructure.get().postgres();
        String url = server.jdbcUrl(service.database());
        return new HeldRows(new DriverManagerDataSource(url, server.user(), server.password()), gate);
    }

    /** Makes the gate; to be called once, while no row is being written. */
    void makeGate() {
        // the shared system makes the tables
        SharedSystem.addresses();
        JdbcClient.create(database).sql(gate).update();
    }

    /** Does something while the gate is shut for the item. */
    void holding(String sku, Runnable action) {
        holding("SELECT pg_advisory_xact_lock(hashtext(?))", sku, action);
    }

    /** Does something while no claim can change the item: a transaction that tries stands still there. */
    void holdingItem(String sku, Runnable action) {
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
}
