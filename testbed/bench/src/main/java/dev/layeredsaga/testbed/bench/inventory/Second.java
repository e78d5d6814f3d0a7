package dev.layeredsaga.testbed.bench.inventory;

import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import java.util.concurrent.atomic.AtomicInteger;

/** The answers of one second. Thread-safe. */
final class Second {

    private final Latencies times = new Latencies();
    private final AtomicInteger failures = new AtomicInteger();

    void answered(long nanos, int status) {
        times.add(nanos);
        if (status >= 500) {
            failures.incrementAndGet();
        }
    }

    void lost() {
        failures.incrementAndGet();
    }

    Percentiles times() {
        return times.percentiles();
    }

    /** Returns the number of answers with status 500 or above, and of requests without an answer. */
    int failures() {
        return failures.get();
    }
}
