package dev.layeredsaga.testbed.bench.locks;

import static dev.layeredsaga.testbed.bench.measure.Console.say;
import static java.util.concurrent.TimeUnit.SECONDS;

import dev.layeredsaga.testbed.bench.locks.design.Catalog;
import dev.layeredsaga.testbed.bench.locks.load.Workload;
import dev.layeredsaga.testbed.bench.measure.Clients;
import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.measure.OpenLoop;
import dev.layeredsaga.testbed.bench.measure.Table;
import dev.layeredsaga.testbed.bench.measure.Times;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Granted;
import dev.layeredsaga.testbed.bench.service.HostedInventory;
import dev.layeredsaga.testbed.infrastructure.redis.RedisServer;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.web.client.RestClientException;

/**
 * Claims at a steady rate while Redis is away for ten seconds: half of them are seats, which are released, half are pieces of which
 * there are plenty, which are bought. For one run.
 */
final class RedisOutage {

    private static final Duration HOW_LONG = Duration.ofSeconds(30);
    private static final int GONE = 10;
    private static final int BACK = 20;
    private static final int PER_SECOND = 200;
    private static final int ITEMS = 4;
    private static final int ATTEMPTS = 20;

    private final Table table =
            new Table("second", "answers/s", "ms p50 / p99", "5xx or none", "conflicts", "degraded");
    private final List<Latencies> times =
            Stream.generate(Latencies::new).limit(HOW_LONG.toSeconds()).toList();
    private final AtomicIntegerArray failures = new AtomicIntegerArray(times.size());
    private final AtomicIntegerArray taken = new AtomicIntegerArray(ITEMS);
    private final AtomicInteger mostTaken = new AtomicInteger();
    private final AtomicInteger bought = new AtomicInteger();
    private final AtomicInteger undecided = new AtomicInteger();
    private final RedisServer redis;
    private final HostedInventory service;
    private final Catalog seats;
    private final Catalog plenty;
    private final Workload many = Workload.of(ITEMS, Duration.ZERO, 1, HOW_LONG);
    private final long begin = System.nanoTime();
    private double conflictsBefore;
    private int reported;

    /** @param service one whose locks are in Redis */
    RedisOutage(RedisServer redis, HostedInventory service) throws Exception {
        this.redis = redis;
        this.service = service;
        this.seats = Catalog.fill(service, new Workload(ITEMS, 1, Duration.ZERO, 1, HOW_LONG), "EXCLUSIVE");
        this.plenty = Catalog.fill(service, many, "COUNTED");
        this.conflictsBefore = conflicts();
    }

    /** Prints the seconds of the outage, and returns true if nothing was sold twice or lost. */
    boolean run() throws Exception {
        say("Redis stopped after %d s and started after %d s, under load …%n", GONE, BACK);
        try (ScheduledExecutorService script = Executors.newScheduledThreadPool(2);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var stop = script.schedule(redis::stop, GONE, SECONDS);
            var start = script.schedule(redis::start, BACK, SECONDS);
            var report = script.scheduleAtFixedRate(this::report, 1, 1, SECONDS);
            new OpenLoop(PER_SECOND, HOW_LONG).run(due -> threads.execute(() -> shop(due)));
            report.cancel(false);
            stop.get();
            start.get();
        }
        int gone = IntStream.of(plenty.left()).map(left -> many.stock() - left).sum();
        boolean sound = mostTaken.get() == 1
                && IntStream.of(seats.left()).allMatch(left -> left == 1)
                && gone >= bought.get()
                && gone <= bought.get() + undecided.get();
        say(
                "%n%s%na seat held by %d at most, %d bought, %d gone, %d undecided: %s%n",
                table, mostTaken.get(), bought.get(), gone, undecided.get(), sound ? "sound" : "NOT SOUND");
        return sound;
    }

    private void shop(long due) {
        int item = ThreadLocalRandom.current().nextInt(ITEMS);
        boolean seat = ThreadLocalRandom.current().nextBoolean();
        String sku = (seat ? seats : plenty).sku(item);
        try {
            ClaimAnswer answer = service.client().claim("shopper", sku, 120);
            answered(due, answer instanceof ClaimAnswer.Refused refused ? refused.status() : 201);
            if (answer instanceof Granted claim && seat) {
                mostTaken.accumulateAndGet(taken.incrementAndGet(item), Math::max);
                Clients.pause(Duration.ofMillis(5));
                taken.decrementAndGet(item);
                insist(() -> service.client().release(claim), 204);
            } else if (answer instanceof Granted claim) {
                (insist(() -> service.client().confirm(claim), 200) ? bought : undecided).incrementAndGet();
            }
        } catch (Exception e) {
            answered(due, 500);
        }
    }

    /** Repeats a confirmation or release until it succeeds or the attempts run out; the audit detects the latter. */
    private static boolean insist(Callable<Integer> call, int done) throws Exception {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                if (call.call() == done) {
                    return true;
                }
            } catch (RestClientException e) {
                // no answer: asks again
            }
            Clients.pause(Duration.ofMillis(100));
        }
        return false;
    }

    private void answered(long due, int status) {
        long now = System.nanoTime();
        int second = (int) Math.min((now - begin) / 1_000_000_000, times.size() - 1);
        times.get(second).add(now - due);
        if (status >= 500) {
            failures.incrementAndGet(second);
        }
    }

    private void report() {
        if (reported >= times.size() - 1) {
            return;
        }
        Times second = times.get(reported).times();
        double conflicts = conflicts();
        String note = reported == GONE ? " Redis stopped" : reported == BACK ? " Redis started" : "";
        table.row(
                reported + 1 + note,
                second.count(),
                second,
                failures.get(reported),
                (long) (conflicts - conflictsBefore),
                degraded());
        conflictsBefore = conflicts;
        reported++;
    }

    private double conflicts() {
        return service.meters().find("inventory.section.conflicts").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private String degraded() {
        try {
            return service.client().isDegraded() ? "yes" : "no";
        } catch (RestClientException e) {
            return "?";
        }
    }
}
