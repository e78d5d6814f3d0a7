package dev.layeredsaga.testbed.bench.measure;

import java.time.Duration;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Collects times, from a microsecond to an hour, with three significant digits. Thread-safe. */
public final class Latencies {

    private static final long LONGEST = Duration.ofHours(1).toNanos();

    private final ConcurrentHistogram histogram = new ConcurrentHistogram(1_000, LONGEST, 3);

    public void add(long nanos) {
        histogram.recordValue(Math.clamp(nanos, 0, LONGEST));
    }

    /** Returns the percentiles of the times collected so far. */
    public Times times() {
        Histogram soFar = histogram.copy();
        return new Times(soFar.getTotalCount(), millis(soFar, 50), millis(soFar, 99), millis(soFar, 100));
    }

    private static double millis(Histogram times, double percentile) {
        return times.getTotalCount() == 0 ? Double.NaN : times.getValueAtPercentile(percentile) / 1e6;
    }
}
