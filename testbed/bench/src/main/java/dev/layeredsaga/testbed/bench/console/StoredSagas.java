package dev.layeredsaga.testbed.bench.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;

/**
 * Sagas and claims that PostgreSQL itself generates, as the services would have written them.
 *
 * @param unfinished how many of the sagas have not ended
 * @param claims on a fifth as many items
 */
record StoredSagas(long sagas, long unfinished, long claims) {

    /** The part of the sagas' history that is stored beside them. */
    enum History {
        NONE,
        /** Three attempts for each saga. */
        ATTEMPTS,
        /** The attempts, and four events for each saga. */
        EVENTS
    }

    /** @param orchestrator a connection to its database */
    void store(Connection orchestrator, History history) throws IOException, SQLException {
        run("sagas.sql", orchestrator);
        if (history != History.NONE) {
            run("attempts.sql", orchestrator);
        }
        if (history == History.EVENTS) {
            run("events.sql", orchestrator);
        }
        settle(orchestrator);
    }

    /** @param inventory a connection to its database */
    void storeClaims(Connection inventory) throws IOException, SQLException {
        run("claims.sql", inventory);
        settle(inventory);
    }

    private void run(String script, Connection connection) throws IOException, SQLException {
        try (InputStream file = Objects.requireNonNull(StoredSagas.class.getResourceAsStream(script));
                Statement statement = connection.createStatement()) {
            statement.execute(new String(file.readAllBytes(), UTF_8)
                    .replace(":sagas", sagas + "::bigint")
                    .replace(":unfinished", unfinished + "::bigint")
                    .replace(":claims", claims + "::bigint"));
        }
    }

    private static void settle(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("VACUUM ANALYZE");
            statement.execute("CHECKPOINT");
        }
    }

    /** Returns the id of the saga in the middle of the list. */
    static String middle(Connection orchestrator) throws SQLException {
        return text(orchestrator, "SELECT id FROM saga ORDER BY id OFFSET (SELECT count(*) / 2 FROM saga) LIMIT 1");
    }

    /** Returns the sagas by status with the sum of their versions, which changes with every saga that is written. */
    static String state(Connection orchestrator) throws SQLException {
        return text(orchestrator, """
                SELECT string_agg(format('%s %s (versions %s)', sagas, status, versions), ', ' ORDER BY status)
                FROM (SELECT status, count(*) AS sagas, sum(version) AS versions FROM saga GROUP BY status) AS counted
                """);
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
