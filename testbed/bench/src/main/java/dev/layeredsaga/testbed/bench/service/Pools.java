package dev.layeredsaga.testbed.bench.service;

import com.zaxxer.hikari.HikariConfig;
import dev.layeredsaga.testbed.infrastructure.PostgresServer;

/** Settings of connection pools for contenders that have none of their own. */
public final class Pools {

    private Pools() {}

    /** Returns settings for the database, which is created if it does not exist. */
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
