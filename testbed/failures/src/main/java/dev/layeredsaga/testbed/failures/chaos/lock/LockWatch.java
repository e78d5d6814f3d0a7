package dev.layeredsaga.testbed.failures.chaos.lock;

import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.failures.audit.seen.LocksSeen;
import dev.layeredsaga.testbed.failures.audit.seen.LocksSeen.Section;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.springframework.web.client.RestClientException;
import tools.jackson.databind.JsonNode;

/** Polls the locks in Redis, and how long the inventory's instances say that their sections take. */
public final class LockWatch implements AutoCloseable {

    /** The inventory's default. */
    private static final Duration LEASE = Duration.ofSeconds(5);

    /** The duration of {@code slow_then_ok}. */
    private static final Duration SLOW_PAYMENT = Duration.ofSeconds(3);

    /** Longer than the instances' meters remember, and long enough for a backlog to be gone. */
    private static final Duration AFTERMATH = Duration.ofSeconds(10);

    /** With more than so many runnable threads per processor any section may be long. */
    private static final double MOST_LOAD = 4;

    private final RedisLocks redis;
    private final Map<String, URI> inventories;
    private final Http http = new Http(Duration.ofSeconds(1));
    private final HeldLocks held = new HeldLocks();
    private final MachineLoad machine = new MachineLoad();
    private final Map<String, Duration> longest = new HashMap<>();
    private final Map<String, Duration> longestWhenDisturbed = new HashMap<>();
    private final Map<String, Long> overruns = new ConcurrentHashMap<>();
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
    private volatile boolean disturbed;
    private volatile long disturbedUntil = System.nanoTime();
    private double load;

    public LockWatch(RedisLocks redis, Map<String, URI> inventories) {
        this.redis = redis;
        this.inventories = inventories;
    }

    public void start() {
        var unused = clock.scheduleWithFixedDelay(this::sample, 0, 100, TimeUnit.MILLISECONDS);
        var unusedToo = clock.scheduleWithFixedDelay(this::readMeters, 1, 1, TimeUnit.SECONDS);
    }

    /** Sets whether a disturbance excuses long sections. */
    public void disturbed(boolean begins) {
        disturbed = begins;
        disturbedUntil = System.nanoTime() + AFTERMATH.toNanos();
    }

    private void sample() {
        try {
            held.seen(redis.all(), System.nanoTime());
        } catch (IOException e) {
            held.interrupted();
        }
    }

    private void readMeters() {
        load = machine.sample();
        inventories.forEach((name, url) -> {
            try {
                note(name, seconds(value(url, "inventory.section.time", "MAX")));
                overruns.merge(name, (long) value(url, "inventory.lock.lease.overruns", "COUNT"), Math::max);
            } catch (RestClientException e) {
                // away: its next incarnation counts anew
            }
        });
    }

    private synchronized void note(String instance, Duration maximum) {
        boolean calm = !disturbed && System.nanoTime() > disturbedUntil && load < MOST_LOAD;
        (calm ? longest : longestWhenDisturbed)
                .merge(instance, maximum, (one, other) -> one.compareTo(other) > 0 ? one : other);
    }

    private double value(URI instance, String meter, String statistic) {
        JsonNode answer = http.get(instance, "/actuator/metrics/" + meter).body();
        return answer.path("measurements")
                .valueStream()
                .filter(measurement ->
                        measurement.path("statistic").asString("").equals(statistic))
                .mapToDouble(measurement -> measurement.path("value").asDouble())
                .findFirst()
                .orElse(0);
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1_000));
    }

    /** To be asked once nothing happens any more. */
    public synchronized LocksSeen seen() throws IOException {
        List<Section> sections = new ArrayList<>();
        longest.forEach((instance, time) -> sections.add(new Section(instance, time, false)));
        longestWhenDisturbed.forEach((instance, time) -> sections.add(new Section(instance, time, true)));
        List<String> left = redis.all().stream().map(RedisLocks.Lock::key).toList();
        long overran = overruns.values().stream().mapToLong(Long::longValue).sum();
        return new LocksSeen(LEASE, SLOW_PAYMENT, held.samples(), held.all(), sections, overran, left);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
