package dev.layeredsaga.testbed.bench.measure;

import static java.util.Locale.ROOT;

import java.time.Duration;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/** The percentiles of measured times, in milliseconds; {@link Double#NaN} if nothing was measured. Immutable. */
public final class Percentiles {

    private static final long SHORTEST = Duration.ofNanos(1_000).toNanos();
    private static final long LONGEST = Duration.ofHours(1).toNanos();
    private static final int DIGITS = 3;

    private final AbstractHistogram histogram;

    Percentiles(AbstractHistogram histogram) {
        this.histogram = histogram;
    }

    /** A factory of histograms. */
    @FunctionalInterface
    interface Making<H> {

        H of(long shortest, long longest, int digits);
    }

    static <H> H histogram(Making<H> making) {
        return making.of(SHORTEST, LONGEST, DIGITS);
    }

    static long inRange(long nanos) {
        return Math.clamp(nanos, 0, LONGEST);
    }

    public static Percentiles ofNanos(LongStream times) {
        Histogram histogram = histogram(Histogram::new);
        times.forEach(time -> histogram.recordValue(inRange(time)));
        return new Percentiles(histogram);
    }

    /** Returns the median of a figure over several values, such as rounds. */
    public static <T> double median(Collection<T> values, ToDoubleFunction<T> figure) {
        double[] figures = values.stream().mapToDouble(figure).sorted().toArray();
        return (figures[(figures.length - 1) / 2] + figures[figures.length / 2]) / 2;
    }

    /** Returns the median of a figure over several values, with the least and the most if there are several. */
    public static <T> String spread(Collection<T> values, ToDoubleFunction<T> figure) {
        double median = median(values, figure);
        String format = Math.abs(median) < 10 ? "%.2f" : Math.abs(median) < 100 ? "%.1f" : "%,.0f";
        DoubleSummaryStatistics all = values.stream().mapToDouble(figure).summaryStatistics();
        String range = values.size() == 1
                ? ""
                : " (%s–%s)".formatted(inWords(all.getMin(), format), inWords(all.getMax(), format));
        return inWords(median, format) + range;
    }

    /** Formats a figure for display; {@code -} for {@link Double#NaN}. */
    public static String inWords(double millis) {
        return inWords(millis, millis < 100 ? "%.1f" : "%,.0f");
    }

    /** Formats a figure for display; {@code -} for {@link Double#NaN}. */
    public static String inWords(double figure, String format) {
        return Double.isNaN(figure) ? "-" : String.format(ROOT, format, figure);
    }

    public long count() {
        return histogram.getTotalCount();
    }

    public double p50() {
        return at(50);
    }

    public double p99() {
        return at(99);
    }

    public double max() {
        return at(100);
    }

    private double at(double percentile) {
        return count() == 0 ? Double.NaN : histogram.getValueAtPercentile(percentile) / 1e6;
    }
}
