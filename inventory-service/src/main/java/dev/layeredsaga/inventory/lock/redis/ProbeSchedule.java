package dev.layeredsaga.inventory.lock.redis;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs the probe from startup on, on its own thread, so that no other task can delay it. */
final class ProbeSchedule implements AutoCloseable {

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("redis-probe").daemon().factory());

    ProbeSchedule(RedisProbe probe, Duration interval) {
        var unused = thread.scheduleWithFixedDelay(probe, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
        thread.close();
    }
}
