package dev.layeredsaga.inventory.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.inventory.fixture.DatabaseTime;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Failures of the database are answered with 503 and {@code Retry-After}: neither the service nor the caller is at fault. */
@Tag("outage")
class DatabaseFailuresTest {

    private static final String SEAT = "seat";

    private final Map<String, String> settings = RunningInventory.quietSettings();
    private final String url = settings.getOrDefault("spring.datasource.url", "");
    private final JdbcClient database = DatabaseTime.databaseOf(settings);
    private final JdbcClient server = server();
    private final RunningInventory running = start();
    private final InventoryClient inventory = running.client();

    /** Returns a client of another database on the same server, which stays unchanged. */
    private JdbcClient server() {
        Map<String, String> other = new HashMap<>(settings);
        other.put("spring.datasource.url", url.substring(0, url.lastIndexOf('/')) + "/postgres");
        return DatabaseTime.databaseOf(other);
    }

    private RunningInventory start() {
        settings.put("spring.datasource.hikari.connection-init-sql", "SET lock_timeout = '300ms'");
        return RunningInventory.start(settings);
    }

    @AfterEach
    void stop() {
        running.close();
    }

    @Test
    void saysThatAReadOnlyDatabaseIsUnavailable() {
        inventory.putItem(SEAT, 1, "EXCLUSIVE");
        setReadOnly("on");

        assertUnavailable(inventory.claim("mina", SEAT));
        assertUnavailable(inventory.putItem("other", 1, "COUNTED"));

        setReadOnly("off");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> inventory.claim("mina", SEAT).status() == 201);
    }

    @Test
    void saysThatADatabaseThatIsBeingMigratedIsUnavailable() {
        inventory.putItem(SEAT, 1, "EXCLUSIVE");
        database.sql("ALTER TABLE item RENAME COLUMN reserved TO being_migrated")
                .update();

        assertUnavailable(inventory.claim("mina", SEAT));
        assertUnavailable(inventory.get("/items/" + SEAT));
    }

    @Test
    void saysThatItMayNotUseATable() {
        inventory.putItem(SEAT, 1, "EXCLUSIVE");
        server.sql("CREATE ROLE \"no-grants-%s\"".formatted(name())).update();
        server.sql("ALTER DATABASE \"%s\" SET role = 'no-grants-%s'".formatted(name(), name()))
                .update();
        endSessions();

        assertUnavailable(inventory.claim("mina", SEAT));
        assertUnavailable(inventory.get("/items/" + SEAT));
    }

    /** Checks that the time is bounded, however often a lost transaction may be repeated. */
    @Test
    void givesUpWhileATableIsLocked() throws SQLException {
        inventory.putItem(SEAT, 1, "EXCLUSIVE");
        try (Connection other = DriverManager.getConnection(
                url, settings.get("spring.datasource.username"), settings.get("spring.datasource.password"))) {
            other.setAutoCommit(false);
            other.createStatement().execute("LOCK TABLE claim IN ACCESS EXCLUSIVE MODE");

            long begin = System.nanoTime();
            Answer answer = inventory.claim("mina", SEAT);

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).isEqualTo("5");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(7));
        }
    }

    private static void assertUnavailable(Answer answer) {
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("DATABASE_UNAVAILABLE");
        assertThat(answer.header("Retry-After")).isEqualTo("5");
    }

    private void setReadOnly(String state) {
        server.sql("ALTER DATABASE \"%s\" SET default_transaction_read_only = %s".formatted(name(), state))
                .update();
        endSessions();
    }

    /** Ends the sessions of the pool, which opens new ones: it checks a session before use that has been idle for half a second. */
    private void endSessions() {
        server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ?")
                .param(name())
                .query()
                .listOfRows();
        await().pollDelay(Duration.ofMillis(700)).until(() -> true);
    }

    private String name() {
        return url.substring(url.lastIndexOf('/') + 1);
    }
}
