package dev.layeredsaga.testbed.bench.inventory;

import static dev.layeredsaga.testbed.bench.measure.Console.say;
import static dev.layeredsaga.testbed.bench.measure.Percentiles.inWords;
import static java.util.concurrent.TimeUnit.SECONDS;

import dev.layeredsaga.testbed.bench.measure.Clients;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import dev.layeredsaga.testbed.bench.measure.Table;
import dev.layeredsaga.testbed.bench.service.InventoryClient;
import dev.layeredsaga.testbed.infrastructure.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Stops Redis under load for ten seconds and restarts it; reports each second. For one run. */
final class RedisOutage {

    private static final Duration HOW_LONG = Duration.ofSeconds(30);
    private static final int GONE = 10;
    private static final int BACK = 20;

    private final Table table =
            new Table("second", "answers/s", "p50 ms", "p99 ms", "max ms", "5xx or none", "conflicts", "degraded");
    private final RedisServer redis;
    private final Meters meters;
    private final InventoryClient inventory;
    private final Timeline timeline = new Timeline(HOW_LONG);
    private double conflictsBefore;
    private int reported;

    RedisOutage(RedisServer redis, Meters meters, InventoryClient inventory) {
        this.redis = redis;
        this.meters = meters;
        this.inventory = inventory;
        this.conflictsBefore = meters.conflicts();
    }

    /** Returns when every client has finished its last claim. */
    void run(Shelf shelf) throws Exception {
        say("Redis stopped after %d s and started after %d s, under load …%n".formatted(GONE, BACK));
        Shopping shopping = new Shopping(inventory, shelf, timeline);
        try (ScheduledExecutorService script = Executors.newScheduledThreadPool(2)) {
            var stop = script.schedule(redis::stop, GONE, SECONDS);
            var start = script.schedule(redis::start, BACK, SECONDS);
            var report = script.scheduleAtFixedRate(this::report, 1, 1, SECONDS);
            new Clients(Load.CLIENTS, HOW_LONG, Duration.ZERO).run(shopping::round);
            report.cancel(false);
            stop.get();
            start.get();
        }
    }

    private void report() {
        if (reported < HOW_LONG.toSeconds() - 1) {
            report(timeline.second(reported++));
        }
    }

    private void report(Second second) {
        Percentiles times = second.times();
        double conflicts = meters.conflicts();
        table.row(
                reported + note(),
                "%,d".formatted(times.count()),
                inWords(times.p50()),
                inWords(times.p99()),
                inWords(times.max()),
                Integer.toString(second.failures()),
                "%,.0f".formatted(conflicts - conflictsBefore),
                degraded());
        conflictsBefore = conflicts;
    }

    private String note() {
        return switch (reported) {
            case GONE + 1 -> " Redis stopped";
            case BACK + 1 -> " Redis started";
            default -> "";
        };
    }

    private String degraded() {
        try {
            return inventory.isDegraded() ? "yes" : "no";
        } catch (IOException e) {
            return "?";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "?";
        }
    }

    @Override
    public String toString() {
        return table.toString();
    }
}
