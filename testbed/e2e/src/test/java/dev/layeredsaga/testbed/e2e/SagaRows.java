package dev.layeredsaga.testbed.e2e;

import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import dev.layeredsaga.testbed.system.Service;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The orchestrators' own rows, behind their back. */
record SagaRows(DataSource database) {

    /**
     * Makes each saga that would go from its payment to the confirmation wait as long as others hold the advisory lock of
     * one of its items. Its orchestrator gives up after its {@code lock_timeout} and comes again.
     */
    private static final String GATE = """
            CREATE OR REPLACE FUNCTION wait_after_payment() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              PERFORM pg_advisory_xact_lock_shared(hashtext(line ->> 'sku'))
              FROM json_array_elements(NEW.data::json -> 'lines') AS line;
              RETURN NEW;
            END $$;
            CREATE OR REPLACE TRIGGER after_payment BEFORE UPDATE ON saga FOR EACH ROW
            WHEN (OLD.step = 'pay' AND NEW.step = 'confirm') EXECUTE FUNCTION wait_after_payment()
            """;

    static SagaRows on(PostgresServer server) {
        String url = server.jdbcUrl(Service.ORCHESTRATOR.database());
        return new SagaRows(new DriverManagerDataSource(url, server.user(), server.password()));
    }

    /** Lets {@link #holdingPayments} hold them; to be called once, while no saga is being written. */
    SagaRows withGate() {
        JdbcClient.create(database).sql(GATE).update();
        return this;
    }

    /** Does something while no saga with the item can leave its payment: it gets as far as {@code pay} and waits. */
    void holdingPayments(String sku, Runnable action) {
        try (Connection connection = database.getConnection();
                PreparedStatement lock = connection.prepareStatement("SELECT pg_advisory_xact_lock(hashtext(?))")) {
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
