package dev.layeredsaga.testbed.infrastructure.postgres;

import dev.layeredsaga.testbed.infrastructure.server.Server;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A PostgreSQL server with one superuser. */
public interface PostgresServer extends Server {

    @Override
    default String name() {
        return "PostgreSQL";
    }

    default String user() {
        return "postgres";
    }

    default String password() {
        return "postgres";
    }

    default String jdbcUrl(String database) {
        return "jdbc:postgresql://%s:%d/%s".formatted(host(), port(), database);
    }

    /** Opens a connection, which the caller must close. */
    default Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database), user(), password());
    }

    /**
     * Creates the database unless it exists. Idempotent.
     *
     * @throws IllegalArgumentException if the name is not a plain identifier of lower-case letters, digits and
     *     underscores
     * @throws IllegalStateException if PostgreSQL cannot be reached or refuses
     */
    default void createDatabase(String database) {
        if (!database.matches("[a-z_][a-z0-9_]{0,62}")) {
            throw new IllegalArgumentException("Not a database name: " + database);
        }
        try (var connection = connect("postgres")) {
            if (!exists(connection, database)) {
                create(connection, database);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("Database %s could not be created".formatted(database), e);
        }
    }

    @Override
    default boolean isReady() {
        try (var connection = connect("postgres")) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    private static boolean exists(Connection connection, String database) throws SQLException {
        try (var query = connection.prepareStatement("SELECT 1 FROM pg_database WHERE datname = ?")) {
            query.setString(1, database);
            try (var found = query.executeQuery()) {
                return found.next();
            }
        }
    }

    private static void create(Connection connection, String database) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + database);
        } catch (SQLException e) {
            // it may have been created concurrently; which error PostgreSQL reports then depends on the timing
            if (!exists(connection, database)) {
                throw e;
            }
        }
    }
}
