package dev.layeredsaga.testbed.bench.measure;

import java.util.Arrays;

/** Collects times. Thread-safe. */
public final class Latencies {

    private long[] nanos = new long[1024];
    private int size;

    public synchronized void add(long time) {
        if (size == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * size);
        }
        nanos[size++] = time;
    }

    /** What has been collected so far. */
    public synchronized Percentiles percentiles() {
        return Percentiles.ofNanos(Arrays.stream(nanos, 0, size));
    }
}
