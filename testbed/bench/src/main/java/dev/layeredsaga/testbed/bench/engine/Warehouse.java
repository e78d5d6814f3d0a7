package dev.layeredsaga.testbed.bench.engine;

import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;

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

    static void create(JdbcTemplate database) {
        database.execute(CREATE);
    }

    /** The number of sagas, counted by each of their effects. */
    record Audit(long completed, long paid, long sold, long reserved, long negative) {}

    /**
     * Counts the effects of sagas. To be called when no saga is in flight.
     *
     * @throws IllegalStateException if a saga was lost, or one of its steps was skipped or executed twice
     */
    static void audit(Contender contender, long begun) {
        Audit audit = contender
                .database()
                .queryForObject("""
                SELECT (%s) AS completed, (SELECT count(*) FROM paid) AS paid, sum(sold) AS sold, sum(reserved) AS reserved,
                  count(*) FILTER (WHERE reserved < 0 OR sold < 0 OR on_hand - reserved - sold < 0) AS negative
                FROM stock""".formatted(contender.countCompleted()), new DataClassRowMapper<>(Audit.class));
        if (!new Audit(begun, begun, begun, 0, 0).equals(audit)) {
            throw new IllegalStateException("%s: %d sagas begun, but %s".formatted(contender.title(), begun, audit));
        }
    }
}
