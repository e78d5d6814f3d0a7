package dev.layeredsaga.testbed.bench.growth;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** Sagas that ended in the last thirty days, with their attempts, made up by the database itself. */
final class StoredSagas {

    private static final int AT_ONCE = 500_000;

    private static final String SAGAS = """
            INSERT INTO saga (id, definition, definition_version, status, direction, attempt, step_since, deadline, data,
              sequence, created_at, updated_at, version)
            SELECT uuidv7(ago), 'stored', 1, 'COMPLETED', 'FORWARD', 1, now() + ago, now() + ago, '{"item":1}',
              4, now() + ago, now() + ago, 3
            FROM (SELECT - make_interval(secs => 2592000.0 * (? - i) / ?) AS ago FROM generate_series(?, ?) AS i) AS past
            """;

    private static final String ATTEMPTS = """
            INSERT INTO saga_attempt (saga_id, step, direction, attempt, sent_at, ended_at, result)
            SELECT saga.id, done.step, 'FORWARD', 1, created_at, updated_at, 'DONE'
            FROM saga, unnest(ARRAY['reserve', 'pay', 'confirm']) AS done (step)
            WHERE definition = 'stored' AND NOT EXISTS (SELECT FROM saga_attempt WHERE saga_id = saga.id)
            """;

    private final Connection connection;
    private long stored;

    /** The caller closes the connection. */
    StoredSagas(Connection connection) {
        this.connection = connection;
    }

    /** Adds to those that are there until they are so many. */
    void growTo(long sagas) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(SAGAS)) {
            for (long from = stored + 1; from <= sagas; from += AT_ONCE) {
                insert.setLong(1, sagas);
                insert.setLong(2, sagas);
                insert.setLong(3, from);
                insert.setLong(4, Math.min(sagas, from + AT_ONCE - 1));
                insert.executeUpdate();
            }
        }
        stored = sagas;
        try (Statement statement = connection.createStatement()) {
            statement.execute(ATTEMPTS);
        }
    }
}
