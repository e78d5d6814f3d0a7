package dev.layeredsaga.testbed.bench.service;

import com.zaxxer.hikari.HikariConfig;
import dev.layeredsaga.testbed.infrastructure.PostgresServer;

/** Connections for those who bring none of their own. */
public final class Pools {

    private Pools() {}

    /** Of the database, which is created if it is not there. */
    public static HikariConfig config(PostgresServer postgres, String database, int mostConnections) {
        postgres.createDatabase(database);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(postgres.jdbcUrl(database));
        config.setUsername(postgres.user());
        config.setPassword(postgres.password());
        config.setMaximumPoolSize(mostConnections);
        return config;
    }
}
