package dev.layeredsaga.testbed.process;

import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Keeps a service from saying anything, by keeping its outbox from it. */
public final class Silence implements AutoCloseable {

    private final Connection connection;

    /** Not silent yet. */
    public Silence(PostgresServer postgres, String database) throws SQLException {
        connection = postgres.connect(database);
        connection.setAutoCommit(false);
    }

    public void begin() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE");
        }
    }

    public void end() throws SQLException {
        connection.rollback();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
