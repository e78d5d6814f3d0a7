package dev.layeredsaga.testbed.bench.engine;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The saga's state and its three steps for contenders that do not use our engine. */
final class SagaState {

    static final String COMPLETED = "completed";
    static final String COUNT_COMPLETED = "SELECT count(*) FROM saga_state WHERE step = '" + COMPLETED + "'";

    static final String RESERVE =
            "UPDATE stock SET reserved = reserved + 1 WHERE item = ? AND on_hand - reserved - sold >= 1";
    static final String PAY = "INSERT INTO paid (saga_id, amount) VALUES (?, ?)";
    static final String CONFIRM = "UPDATE stock SET reserved = reserved - 1, sold = sold + 1 WHERE item = ?";

    private SagaState() {}

    static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("""
                    CREATE TABLE saga_state (
                      id   uuid PRIMARY KEY,
                      item int  NOT NULL,
                      step text NOT NULL
                    ) WITH (fillfactor = 70)""");
        }
    }
}
