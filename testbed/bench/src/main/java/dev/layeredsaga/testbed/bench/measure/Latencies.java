package dev.layeredsaga.testbed.bench.measure;

import org.HdrHistogram.ConcurrentHistogram;

/** Collects times, from a microsecond to an hour, with three significant digits. Thread-safe. */
public final class Latencies {

    private final ConcurrentHistogram histogram = Percentiles.histogram(ConcurrentHistogram::new);

    public void add(long nanos) {
        histogram.recordValue(Percentiles.inRange(nanos));
    }

    /** Returns the percentiles of the times collected so far. */
    public Percentiles percentiles() {
        return new Percentiles(histogram.copy());
    }
}
