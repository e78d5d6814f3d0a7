package dev.layeredsaga.testbed.bench.measure;

import static java.util.Locale.ROOT;

import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.function.ToDoubleFunction;

/** Medians over rounds, and figures in words. */
public final class Statistics {

    private Statistics() {}

    /** Returns the median of a figure over several values, such as rounds. */
    public static <T> double median(Collection<T> values, ToDoubleFunction<? super T> figure) {
        double[] figures = values.stream().mapToDouble(figure).sorted().toArray();
        return (figures[(figures.length - 1) / 2] + figures[figures.length / 2]) / 2;
    }

    /** Returns the median of a figure over several values, with the least and the most if there are several. */
    public static <T> String spread(Collection<T> values, ToDoubleFunction<? super T> figure) {
        double median = median(values, figure);
        String format = format(median);
        DoubleSummaryStatistics all = values.stream().mapToDouble(figure).summaryStatistics();
        String range = values.size() == 1
                ? ""
                : " (%s–%s)".formatted(inWords(all.getMin(), format), inWords(all.getMax(), format));
        return inWords(median, format) + range;
    }

    /** Formats a figure with three significant digits; {@code -} for {@link Double#NaN}. */
    public static String inWords(double figure) {
        return inWords(figure, format(figure));
    }

    private static String format(double figure) {
        return Math.abs(figure) < 10 ? "%.2f" : Math.abs(figure) < 100 ? "%.1f" : "%,.0f";
    }

    private static String inWords(double figure, String format) {
        return Double.isNaN(figure) ? "-" : String.format(ROOT, format, figure);
    }
}
