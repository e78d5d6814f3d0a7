package dev.layeredsaga.testbed.bench.locks;

import static dev.layeredsaga.testbed.bench.measure.Percentiles.inWords;

import dev.layeredsaga.testbed.bench.measure.Percentiles;

/** Percentiles of times, in milliseconds; {@link Double#NaN} if there were none. */
record Times(long count, double p50, double p99, double max) {

    static Times of(Percentiles times) {
        return new Times(times.count(), times.p50(), times.p99(), times.max());
    }

    String inShort() {
        return count == 0 ? "-" : inWords(p50) + " / " + inWords(p99);
    }
}
