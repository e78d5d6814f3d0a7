package dev.layeredsaga.chassis.health;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports within a bounded time whether the database answers: otherwise a connection to a lost server would block readiness until
 * its socket timeout. Only one check runs at a time; concurrent requests share it. Thread-safe.
 */
public final class DatabaseHealth implements HealthIndicator {

    /** The same time for which a request waits for a connection before it is answered with 503. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** For a connection that the pool did not validate, because it was in use just before. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);

    private final DataSource database;
    private final Executor executor;
    private @Nullable CompletableFuture<Health> underWay;

    /** @param executor runs the check, which may block for as long as the connection's timeouts allow */
    public DatabaseHealth(DataSource database, Executor executor) {
        this.database = database;
        this.executor = executor;
    }

    @Override
    public Health health() {
        try {
            return check().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return down("no answer within " + TIMEOUT.toMillis() + " ms");
        } catch (ExecutionException e) {
            return down("the check has failed");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return down("interrupted");
        }
    }

    private synchronized CompletableFuture<Health> check() {
        CompletableFuture<Health> running = underWay;
        if (running == null || running.isDone()) {
            running = CompletableFuture.supplyAsync(this::ask, executor);
            underWay = running;
        }
        return running;
    }

    private Health ask() {
        try (Connection connection = database.getConnection()) {
            return connection.isValid(Math.toIntExact(ANSWER_TIMEOUT.toSeconds()))
                    ? Health.up().build()
                    : down("the session is not valid");
        } catch (SQLException e) {
            return down("no session, SQLSTATE " + e.getSQLState());
        }
    }

    private static Health down(String why) {
        return Health.down().withDetail("reason", why).build();
    }
}
