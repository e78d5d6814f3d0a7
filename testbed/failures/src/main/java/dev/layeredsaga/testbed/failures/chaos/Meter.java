package dev.layeredsaga.testbed.failures.chaos;

import dev.layeredsaga.testbed.failures.chaos.injection.Schedule;
import dev.layeredsaga.testbed.failures.chaos.load.ClientLog;
import dev.layeredsaga.testbed.failures.chaos.system.ChaosSystem;
import dev.layeredsaga.testbed.failures.chaos.system.Progress;
import dev.layeredsaga.testbed.system.Service;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A line every few seconds while orders are placed. */
final class Meter implements AutoCloseable {

    private static final int EVERY_SECONDS = 5;

    private final ChaosSystem system;
    private final ClientLog clientLog;
    private final Schedule schedule;
    private final Progress progress;
    private final long begin = System.nanoTime();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

    Meter(ChaosSystem system, ClientLog clientLog, Schedule schedule, Progress progress) {
        this.system = system;
        this.clientLog = clientLog;
        this.schedule = schedule;
        this.progress = progress;
    }

    void start() {
        var unused = clock.scheduleAtFixedRate(this::report, EVERY_SECONDS, EVERY_SECONDS, TimeUnit.SECONDS);
    }

    private void report() {
        progress.say("  %4d s  %5d placed; %s; now: %s"
                .formatted(
                        (System.nanoTime() - begin) / 1_000_000_000, clientLog.placed(), states(), schedule.current()));
    }

    private String states() {
        try {
            List<String> states = system.read(
                    Service.ORDERS,
                    "SELECT count(*) || ' ' || lower(status) FROM customer_order GROUP BY status ORDER BY status",
                    row -> row.getString(1));
            return String.join(", ", states);
        } catch (SQLException e) {
            return "the database is away";
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
