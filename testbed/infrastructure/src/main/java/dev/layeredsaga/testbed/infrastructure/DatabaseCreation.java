package dev.layeredsaga.testbed.infrastructure;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Pattern;

/** Implements {@code CREATE DATABASE IF NOT EXISTS}, which PostgreSQL lacks. */
final class DatabaseCreation {

    private static final Pattern IDENTIFIER = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

    private DatabaseCreation() {}

    static void createIfMissing(Connection connection, String database) throws SQLException {
        if (!IDENTIFIER.matcher(database).matches()) {
            throw new IllegalArgumentException("Not a database name: " + database);
        }
        if (!exists(connection, database)) {
            create(connection, database);
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
