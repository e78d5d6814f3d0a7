package dev.layeredsaga.inventory.lock.redis;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs the probe, from the start of the service on, on a thread of its own, where nothing else can keep it waiting. */
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
