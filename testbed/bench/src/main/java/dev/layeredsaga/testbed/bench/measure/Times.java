package dev.layeredsaga.testbed.bench.measure;

import static dev.layeredsaga.testbed.bench.measure.Statistics.inWords;

/** Percentiles of measured times, in milliseconds; {@link Double#NaN} if nothing was measured. */
public record Times(long count, double p50, double p99, double max) {

    /** Returns the median and the 99th percentile. */
    public String inShort() {
        return count == 0 ? "-" : inWords(p50) + " / " + inWords(p99);
    }
}
