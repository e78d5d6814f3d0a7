package dev.layeredsaga.testbed.bench.engine;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.layeredsaga.testbed.bench.service.Databases;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import org.springframework.jdbc.core.JdbcTemplate;

/** Base of contenders that do not use our engine: a connection pool, the saga's state, and the statements of its three steps. */
abstract class WithoutEngine implements Contender {

    static final String COMPLETED = "completed";
    static final String RESERVE_ITEM =
            "UPDATE stock SET reserved = reserved + 1 WHERE item = ? AND on_hand - reserved - sold >= 1";
    static final String TAKE_PAYMENT = "INSERT INTO paid (saga_id, amount) VALUES (?, ?)";
    static final String CONFIRM_ITEM = "UPDATE stock SET reserved = reserved - 1, sold = sold + 1 WHERE item = ?";

    final HikariDataSource pool;
    final JdbcTemplate jdbc;

    WithoutEngine(PostgresServer postgres, String database, int connections) {
        HikariConfig config = Databases.pool(postgres, database, connections);
        config.addDataSourceProperty("reWriteBatchedInserts", true);
        pool = new HikariDataSource(config);
        jdbc = new JdbcTemplate(pool);
        Warehouse.create(jdbc);
        jdbc.execute("""
                CREATE TABLE saga_state (
                  id   uuid PRIMARY KEY,
                  item int  NOT NULL,
                  step text NOT NULL
                ) WITH (fillfactor = 70)""");
    }

    /**
     * Changes one row, in a transaction of its own and in one round trip.
     *
     * @throws IllegalStateException if there is no such row
     */
    final void update(String sql, Object... parameters) {
        if (jdbc.update(sql, parameters) != 1) {
            throw new IllegalStateException("nothing changed by " + sql);
        }
    }

    @Override
    public final JdbcTemplate database() {
        return jdbc;
    }

    @Override
    public final String countCompleted() {
        return "SELECT count(*) FROM saga_state WHERE step = '" + COMPLETED + "'";
    }

    @Override
    public final void close() {
        pause();
        pool.close();
    }
}
