package dev.layeredsaga.testbed.bench.service;

import com.zaxxer.hikari.HikariConfig;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Access to databases of the server that is measured. */
public final class Databases {

    private Databases() {}

    /** Returns access with a new connection for each statement. */
    public static JdbcTemplate access(PostgresServer postgres, String database) {
        return new JdbcTemplate(
                new DriverManagerDataSource(postgres.jdbcUrl(database), postgres.user(), postgres.password()));
    }

    /** Gives every run the same start: no dead rows, and no page with a copy in the write-ahead log yet. */
    public static void tidy(JdbcTemplate database) {
        database.execute("VACUUM ANALYZE");
        database.execute("CHECKPOINT");
    }

    /** Returns settings of a pool for contenders that have none of their own; the database is created if it does not exist. */
    public static HikariConfig pool(PostgresServer postgres, String database, int mostConnections) {
        postgres.createDatabase(database);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(postgres.jdbcUrl(database));
        config.setUsername(postgres.user());
        config.setPassword(postgres.password());
        config.setMaximumPoolSize(mostConnections);
        return config;
    }
}
