package com.example.journeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.HashSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/** {@code kill -9} of a service with a saga of its own, in the middle of a step, and its next start. */
@Tag("failures")
class KilledJourneyServiceTest {

    private static final Duration START = Duration.ofMinutes(5);

    private final TestDatabase database = SharedInfrastructure.freshDatabase("killed_journeys");
    private final JdbcClient sql =
            JdbcClient.create(new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password()));
    private final int port = Loopback.freePort();

    private Bank bank;
    private Process service;

    @BeforeEach
    void start() throws IOException {
        bank = new Bank();
        service = startService();
    }

    private Process startService() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JourneyService.class.getName(),
                        "--server.port=" + port,
                        "--bank=" + bank.url(),
                        "--messaging.kafka.enabled=false",
                        "--saga.due-loop.lock-timeout=2s",
                        "--spring.datasource.url=" + database.jdbcUrl(),
                        "--spring.datasource.username=" + database.user(),
                        "--spring.datasource.password=" + database.password())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(new File("target/journeys-" + port + ".log")))
                .start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        kill();
        bank.close();
    }

    private void kill() throws InterruptedException {
        service.destroyForcibly().waitFor();
    }

    @Test
    void endsASagaThatWasInACall() throws Exception {
        UUID journey = book();
        await().until(() -> !bank.payments().isEmpty());

        kill();
        int before = bank.payments().size();
        bank.answer();
        service = startService();

        awaitCompleted(journey);
        assertThat(bank.payments()).hasSizeGreaterThan(before);
        assertHappenedOnce(journey);
    }

    @Test
    void endsASagaThatWasInALocalStep() throws Exception {
        UUID journey = book();
        await().until(() -> !bank.payments().isEmpty());
        try (Connection lock = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password())) {
            lock.setAutoCommit(false);
            lock.createStatement().execute("LOCK TABLE booking IN SHARE MODE");
            bank.answer();
            await("the hotel's INSERT waits").until(() -> waiting() == 1);

            kill();
            lock.rollback();
        }
        assertThat(bookings(journey)).isEqualTo("train");
        service = startService();

        awaitCompleted(journey);
        assertHappenedOnce(journey);
    }

    private void assertHappenedOnce(UUID journey) {
        assertThat(bookings(journey)).isEqualTo("hotel,train");
        assertThat(new HashSet<>(bank.payments())).containsExactly(journey + "/pay");
        assertThat(bank.refunds()).isEmpty();
    }

    private UUID book() {
        RestClient http = RestClient.create("http://localhost:" + port);
        String id = await().atMost(START)
                .ignoreException(ResourceAccessException.class)
                .until(
                        () -> http.post()
                                .uri("/journeys?traveller=Ada")
                                .retrieve()
                                .body(String.class),
                        answered -> answered != null);
        return UUID.fromString(String.valueOf(id).replace("\"", ""));
    }

    private void awaitCompleted(UUID journey) {
        await().atMost(START)
                .until(
                        () -> sql.sql("SELECT status FROM layered_saga.saga WHERE id = ?")
                                .param(journey)
                                .query(String.class)
                                .single(),
                        "COMPLETED"::equals);
    }

    private long waiting() {
        return sql.sql(
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
                .query(Long.class)
                .single();
    }

    private String bookings(UUID journey) {
        return String.valueOf(sql.sql("SELECT string_agg(what, ',' ORDER BY what) FROM booking WHERE trip = ?")
                .param(journey)
                .query(String.class)
                .single());
    }
}
