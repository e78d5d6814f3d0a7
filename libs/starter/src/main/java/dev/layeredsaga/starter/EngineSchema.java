package dev.layeredsaga.starter;

import com.zaxxer.hikari.HikariDataSource;
import dev.layeredsaga.messaging.failure.StartupException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The schema of the engine's and the outbox's tables. It is migrated with a history of its own, before any bean uses the database and before
 * the service's own migrations. Statements name its tables without it: connections find them behind those of the service.
 */
final class EngineSchema implements InitializingBean {

    private static final String NOT_FOUND = """
            SELECT own.relname || coalesce(' (hidden by ' || other.relnamespace::regnamespace || '.' || other.relname || ')', '')
            FROM pg_class AS own LEFT JOIN pg_class AS other ON other.oid = to_regclass(quote_ident(own.relname))
            WHERE own.relnamespace = to_regnamespace(?) AND own.relkind = 'r' AND other.oid IS DISTINCT FROM own.oid ORDER BY 1
            """;

    private final String name;
    private final DataSource database;
    private final Consumer<FluentConfiguration> connection;

    /**
     * @param connection sets the connection of the migrations
     * @throws StartupException if the name is no plain identifier
     */
    EngineSchema(String name, DataSource database, Consumer<FluentConfiguration> connection) {
        this.name = requirePlain(name);
        this.database = database;
        this.connection = connection;
    }

    private static String requirePlain(String name) {
        if (!name.matches("[a-z_][a-z0-9_]{0,62}")) {
            throw new StartupException(
                    "saga.schema '" + name + "' must have lower-case letters, digits and underscores only");
        }
        return name;
    }

    /** Has a pool of PostgreSQL's connections find the tables, behind those that they find anyway. */
    static void addToSearchPath(HikariDataSource pool, String name) {
        String url = pool.getJdbcUrl();
        if (url != null && url.contains(":postgresql:")) {
            // a statement, not a start-up parameter: a pooler in between may refuse that
            String path =
                    "SELECT set_config('search_path', concat_ws(', ', nullif(current_setting('search_path'), ''), '%s'), false)"
                            .formatted(requirePlain(name));
            pool.setConnectionInitSql(Stream.of(pool.getConnectionInitSql(), path)
                    .filter(sql -> sql != null && !sql.isBlank())
                    .collect(Collectors.joining("; ")));
        }
    }

    /** @throws StartupException if the tables are not found by their names afterwards */
    @Override
    public void afterPropertiesSet() {
        FluentConfiguration flyway = Flyway.configure()
                .defaultSchema(name)
                .table("saga_schema_history")
                .locations("classpath:db/engine", "classpath:db/messaging")
                // two lines of versions: 0.x is what all services share, and may come after what the engine has of its
                // own
                .outOfOrder(true);
        connection.accept(flyway);
        flyway.load().migrate();
        List<@Nullable String> notFound = new JdbcTemplate(database).queryForList(NOT_FOUND, String.class, name);
        if (!notFound.isEmpty()) {
            throw new StartupException("the service's connections do not find these tables of schema " + name + ": "
                    + String.join(", ", notFound)
                    + "; rename what hides them, or add the schema to the connections' search_path");
        }
    }

    /** Has the beans that use the database wait for the schema. */
    static final class Detector extends AbstractBeansOfTypeDatabaseInitializerDetector {

        @Override
        protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
            return Set.of(EngineSchema.class);
        }

        /** Before Flyway's and Liquibase's. */
        @Override
        public int getOrder() {
            return -1;
        }
    }
}
