package dev.layeredsaga.testbed.bench.engine;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The participants' tables, the same for all contenders, and the audit of the sagas' effects on them. */
final class Warehouse {

    static final int PRICE = 100;

    private static final String CREATE = """
            CREATE TABLE stock (
              item     int PRIMARY KEY,
              on_hand  int NOT NULL,
              reserved int NOT NULL,
              sold     int NOT NULL
            ) WITH (fillfactor = 50);
            INSERT INTO stock SELECT item, 1000000000, 0, 0 FROM generate_series(0, %d) AS item;
            CREATE TABLE paid (
              saga_id uuid   PRIMARY KEY,
              amount  bigint NOT NULL
            )""".formatted(Purchase.ITEMS - 1);

    private Warehouse() {}

    static void create(Connection connection) throws SQLException {
        execute(connection, CREATE);
    }

    /** Gives every run the same start: no dead rows, and no page with a copy in the write-ahead log yet. */
    static void tidy(Connection connection) throws SQLException {
        execute(connection, "VACUUM ANALYZE");
        execute(connection, "CHECKPOINT");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The number of sagas, counted by each of their effects. */
    record Audit(long completed, long paid, long sold, long reserved, long negative) {

        /** @throws IllegalStateException if a saga was lost, or one of its steps was skipped or executed twice */
        void require(String title, long begun) {
            if (completed != begun || paid != begun || sold != begun || reserved != 0 || negative != 0) {
                throw new IllegalStateException("%s: %d sagas begun, but %s".formatted(title, begun, this));
            }
        }
    }

    /** Counts the effects of sagas. To be called when no saga is in flight. */
    static Audit audit(Contender contender) throws SQLException {
        String sql = """
                SELECT (%s), (SELECT count(*) FROM paid), sum(sold), sum(reserved),
                  count(*) FILTER (WHERE reserved < 0 OR sold < 0 OR on_hand - reserved - sold < 0)
                FROM stock""".formatted(contender.countCompleted());
        try (Connection connection = contender.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return new Audit(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5));
        }
    }
}
