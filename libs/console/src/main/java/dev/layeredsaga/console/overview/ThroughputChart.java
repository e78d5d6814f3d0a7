package dev.layeredsaga.console.overview;

import dev.layeredsaga.console.Wording;
import dev.layeredsaga.engine.query.SagaThroughput.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The sagas that have ended in the last 15 minutes, drawn to time in units of the picture: their number as bars, p50
 * and p95 of how long they took as lines.
 *
 * @param median the points of the line of medians
 * @param p95 the points of the other line
 * @param mostEnded what the highest bar stands for
 * @param longest what the top of the lines' scale stands for
 * @param title all of it in words
 */
public record ThroughputChart(
        List<Bar> bars,
        String median,
        String p95,
        String mostEnded,
        String longest,
        Instant begin,
        Instant end,
        String title) {

    private static final int LEFT = 70;
    private static final int WIDTH = 860;
    private static final int TOP = 16;
    private static final int HEIGHT = 110;
    private static final long INTERVALS = ThroughputReader.SPAN.dividedBy(ThroughputReader.INTERVAL);

    private static final long BAR = WIDTH / INTERVALS - 2;

    /** The sagas of an interval. */
    public record Bar(long x, long y, long width, long height, String title) {}

    /** Draws the intervals up to now. */
    static ThroughputChart of(List<Interval> intervals, Instant now) {
        // the last interval is the present one
        Instant begin =
                ThroughputReader.beginOf(now).minus(ThroughputReader.SPAN).plus(ThroughputReader.INTERVAL);
        long most = intervals.stream().mapToLong(Interval::ended).max().orElse(0);
        Duration longest =
                intervals.stream().map(Interval::p95).max(Duration::compareTo).orElse(Duration.ZERO);
        return new ThroughputChart(
                intervals.stream().map(interval -> bar(interval, begin, most)).toList(),
                line(intervals, Interval::median, begin, longest),
                line(intervals, Interval::p95, begin, longest),
                rate(most),
                Wording.duration(longest),
                begin,
                now,
                title(intervals, longest));
    }

    private static Bar bar(Interval interval, Instant begin, long most) {
        long height = Math.max(1, interval.ended() * HEIGHT / Math.max(1, most));
        String text = "%s: %s, p50 %s, p95 %s"
                .formatted(
                        Wording.clock(interval.from()),
                        rate(interval.ended()),
                        Wording.duration(interval.median()),
                        Wording.duration(interval.p95()));
        return new Bar(x(interval, begin), TOP + HEIGHT - height, BAR, height, text);
    }

    private static String line(
            List<Interval> intervals, Function<Interval, Duration> value, Instant begin, Duration longest) {
        long top = Math.max(1, longest.toMillis());
        return intervals.stream()
                .flatMap(interval -> {
                    long y = TOP + HEIGHT - value.apply(interval).toMillis() * HEIGHT / top;
                    // as wide as its bar, so that a single one is seen, too
                    return LongStream.of(x(interval, begin), x(interval, begin) + BAR)
                            .mapToObj(x -> x + "," + y);
                })
                .collect(Collectors.joining(" "));
    }

    private static long x(Interval interval, Instant begin) {
        long index = Duration.between(begin, interval.from()).dividedBy(ThroughputReader.INTERVAL);
        return LEFT + Math.clamp(index, 0, INTERVALS - 1) * WIDTH / INTERVALS;
    }

    private static String rate(long ended) {
        double perSecond = (double) ended / ThroughputReader.INTERVAL.toSeconds();
        return String.format(Locale.ROOT, perSecond < 10 ? "%.1f/s" : "%.0f/s", perSecond);
    }

    private static String title(List<Interval> intervals, Duration longest) {
        long ended = intervals.stream().mapToLong(Interval::ended).sum();
        return ended == 0
                ? "No saga has ended in the last 15 minutes"
                : Wording.count(ended, "saga") + " ended in the last 15 minutes, p95 " + Wording.duration(longest)
                        + " at most";
    }
}
