package dev.layeredsaga.testbed.bench.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.bench.service.Databases;
import java.io.IOException;
import java.util.Objects;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Sagas and claims that PostgreSQL itself generates, as the services would have written them.
 *
 * @param unfinished how many of the sagas have not ended
 * @param claims on a fifth as many items
 */
record StoredSagas(long sagas, long unfinished, long claims) {

    /** The part of the sagas' history that is stored beside them. */
    enum History {
        NONE,
        /** Three attempts for each saga. */
        ATTEMPTS,
        /** The attempts, and four events for each saga. */
        EVENTS
    }

    /** @param orchestrator its database */
    void store(JdbcTemplate orchestrator, History history) throws IOException {
        run("sagas.sql", orchestrator);
        if (history != History.NONE) {
            run("attempts.sql", orchestrator);
        }
        if (history == History.EVENTS) {
            run("events.sql", orchestrator);
        }
        Databases.tidy(orchestrator);
    }

    /** @param inventory its database */
    void storeClaims(JdbcTemplate inventory) throws IOException {
        run("claims.sql", inventory);
        Databases.tidy(inventory);
    }

    private void run(String script, JdbcTemplate database) throws IOException {
        String sql = new ClassPathResource(script, StoredSagas.class).getContentAsString(UTF_8);
        database.execute(sql.replace(":sagas", sagas + "::bigint")
                .replace(":unfinished", unfinished + "::bigint")
                .replace(":claims", claims + "::bigint"));
    }

    /** Returns the id of the saga in the middle of the list. */
    static String middle(JdbcTemplate orchestrator) {
        return text(orchestrator, "SELECT id FROM saga ORDER BY id OFFSET (SELECT count(*) / 2 FROM saga) LIMIT 1");
    }

    /** Returns the sagas by status with the sum of their versions, which changes with every saga that is written. */
    static String state(JdbcTemplate orchestrator) {
        return text(orchestrator, """
                SELECT string_agg(format('%s %s (versions %s)', sagas, status, versions), ', ' ORDER BY status)
                FROM (SELECT status, count(*) AS sagas, sum(version) AS versions FROM saga GROUP BY status) AS counted
                """);
    }

    private static String text(JdbcTemplate database, String query) {
        return Objects.requireNonNull(database.queryForObject(query, String.class));
    }
}
