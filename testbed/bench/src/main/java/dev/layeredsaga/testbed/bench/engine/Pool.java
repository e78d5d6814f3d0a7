package dev.layeredsaga.testbed.bench.engine;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.layeredsaga.testbed.infrastructure.PostgresServer;

/** Connections for those who bring none of their own. */
final class Pool {

    private Pool() {}

    static HikariDataSource of(PostgresServer postgres, String database, int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(postgres.jdbcUrl(database));
        config.setUsername(postgres.user());
        config.setPassword(postgres.password());
        config.setMaximumPoolSize(connections);
        config.addDataSourceProperty("reWriteBatchedInserts", true);
        return new HikariDataSource(config);
    }
}
