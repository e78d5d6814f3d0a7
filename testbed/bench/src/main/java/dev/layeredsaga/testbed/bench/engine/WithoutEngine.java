package dev.layeredsaga.testbed.bench.engine;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.layeredsaga.testbed.bench.service.Pools;
import dev.layeredsaga.testbed.infrastructure.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Base of contenders that do not use our engine: a connection pool, and the saga's state in {@link SagaState}. */
abstract class WithoutEngine implements Contender {

    final HikariDataSource pool;

    WithoutEngine(PostgresServer postgres, String database, int connections) throws SQLException {
        HikariConfig config = Pools.config(postgres, database, connections);
        config.addDataSourceProperty("reWriteBatchedInserts", true);
        pool = new HikariDataSource(config);
        try (Connection connection = pool.getConnection()) {
            Warehouse.create(connection);
            SagaState.create(connection);
        }
    }

    /**
     * Changes one row, in a transaction of its own and in one round trip.
     *
     * @throws IllegalStateException if there is no such row
     */
    final void update(String sql, Object... parameters) {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            if (statement.executeUpdate() != 1) {
                throw new IllegalStateException("nothing changed by " + sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public final Connection connect() throws SQLException {
        return pool.getConnection();
    }

    @Override
    public final String countCompleted() {
        return SagaState.COUNT_COMPLETED;
    }

    @Override
    public final void close() {
        pause();
        pool.close();
    }
}
