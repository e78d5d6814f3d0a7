package dev.layeredsaga.testbed.bench.measure;

import static java.util.Locale.ROOT;

import java.util.Collection;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/** What some measured times come to, in milliseconds; {@link Double#NaN} where nothing was measured. Immutable. */
public final class Percentiles {

    private final long[] sorted;

    private Percentiles(long[] sorted) {
        this.sorted = sorted;
    }

    public static Percentiles ofNanos(LongStream times) {
        return new Percentiles(times.sorted().toArray());
    }

    /** The median of a figure over several things, such as rounds. */
    public static <T> double median(Collection<T> values, ToDoubleFunction<T> figure) {
        double[] figures = values.stream().mapToDouble(figure).sorted().toArray();
        return (figures[(figures.length - 1) / 2] + figures[figures.length / 2]) / 2;
    }

    /** A figure for people; {@code -} if there is none. */
    public static String inWords(double millis) {
        return Double.isNaN(millis) ? "-" : String.format(ROOT, millis < 100 ? "%.1f" : "%,.0f", millis);
    }

    public int count() {
        return sorted.length;
    }

    public double p50() {
        return millis(0.50);
    }

    public double p99() {
        return millis(0.99);
    }

    public double max() {
        return millis(1);
    }

    private double millis(double quantile) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) (quantile * (sorted.length - 1))] / 1e6;
    }
}
