package dev.layeredsaga.testbed.infrastructure;

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
        try (var connection = connect("postgres")) {
            DatabaseCreation.createIfMissing(connection, database);
        } catch (SQLException e) {
            throw new IllegalStateException("Database %s could not be created".formatted(database), e);
        }
    }
}
