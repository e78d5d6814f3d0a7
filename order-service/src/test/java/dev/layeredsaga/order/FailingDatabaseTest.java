package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.order.Api.Answer;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A read-only database, and one that does not respond. */
@ExtendWith(OutputCaptureExtension.class)
@Tag("outage")
class FailingDatabaseTest {

    private final OrderServiceInstance service = OrderServiceInstance.start();
    private final Api api = service.api();
    private final String order = Samples.order("mina", Samples.product(api, 1990, "KRW"), 1);
    private final String database = service.database()
            .sql("SELECT current_database()")
            .query(String.class)
            .single();
    private List<Long> frozen = List.of();

    @AfterEach
    void mend() throws IOException, InterruptedException {
        signal("CONT", frozen);
        sql("ALTER DATABASE %s RESET default_transaction_read_only".formatted(database));
        service.close();
    }

    @Test
    void answersThatAReadOnlyDatabaseWillTakeOrdersLaterWithoutShowingSecrets(CapturedOutput log) {
        String secret = UUID.randomUUID().toString().replace("-", "");
        String secretOrder = order.replace("pm_ok", "pm_" + secret);
        sql("ALTER DATABASE %s SET default_transaction_read_only = on".formatted(database));
        sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'".formatted(database));

        for (int i = 0; i < 5; i++) {
            assertUnavailable(api.order(secretOrder, secret + i));
        }
        sql("ALTER DATABASE %s RESET default_transaction_read_only".formatted(database));

        Awaitility.await()
                .atMost(Duration.ofSeconds(15))
                .until(() -> api.order(secretOrder, secret).status() == 202);
        assertThat(log).doesNotContain(secret);
    }

    /** The sessions exist but are stopped; the pool replaces those that do not respond. */
    @Test
    @DisabledIfSystemProperty(named = "infra", matches = "docker", disabledReason = "sessions are processes elsewhere")
    void answersWithinSecondsWhileItsSessionsAreSilent() throws Exception {
        assertThat(api.order(order, Samples.unique("key")).status()).isEqualTo(202);
        frozen = service.database()
                .sql("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
                .query((row, number) -> row.getLong("pid"))
                .list();
        assertThat(frozen).isNotEmpty();
        signal("STOP", frozen);

        long begin = System.nanoTime();
        try (ExecutorService customers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> answers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                answers.add(customers.submit(() -> api.order(order, Samples.unique("key"))));
            }
            for (Future<Answer> answer : answers) {
                assertThat(answer.get().status()).isIn(202, 503);
            }
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(25));

        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> api.order(order, Samples.unique("key")).status() == 202);
        assertThat(api.as("").get("/actuator/health/liveness").status()).isEqualTo(200);
    }

    private static void assertUnavailable(Answer answer) {
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("TEMPORARILY_UNAVAILABLE");
        assertThat(answer.header("Retry-After")).isNotEmpty();
    }

    private static void sql(String sql) {
        try (Connection connection = SharedInfrastructure.get().postgres().connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void signal(String name, List<Long> processes) throws IOException, InterruptedException {
        for (Long process : processes) {
            new ProcessBuilder("kill", "-" + name, process.toString()).start().waitFor();
        }
    }
}
