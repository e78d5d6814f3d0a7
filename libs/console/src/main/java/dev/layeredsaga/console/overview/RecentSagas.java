package dev.layeredsaga.console.overview;

import dev.layeredsaga.console.Wording;
import dev.layeredsaga.engine.query.SagaThroughput.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The sagas that have ended in the last minute, beside those that had ended before.
 *
 * @param last the intervals of the last minute
 * @param before those before
 */
record RecentSagas(List<Interval> last, List<Interval> before) {

    private static final Duration LAST = Duration.ofMinutes(1);
    /** Fewer say nothing. */
    private static final long FEWEST = 10;
    /** So many times as much is a jump. */
    private static final int JUMP = 3;

    private static final double FEW = 0.1;
    private static final double HALF = 0.5;
    /** A saga that took less is no worry. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    static RecentSagas of(List<Interval> intervals, Instant now) {
        Instant since = now.minus(LAST);
        Map<Boolean, List<Interval>> parts = intervals.stream()
                .collect(Collectors.partitioningBy(interval -> interval.from().isBefore(since)));
        return new RecentSagas(parts.getOrDefault(false, List.of()), parts.getOrDefault(true, List.of()));
    }

    /** A description; empty unless half of them were compensated, or a tenth and three times as large a share as before. */
    Optional<String> jumpOfCompensations() {
        long compensated = sum(last, Interval::compensated);
        double usual = share(before);
        double share = share(last);
        boolean jumped = share >= HALF || share >= Math.max(FEW, JUMP * usual);
        return compensated < FEWEST || !jumped
                ? Optional.empty()
                : Optional.of("%d of the %d sagas that ended in the last minute were compensated"
                                .formatted(compensated, sum(last, Interval::ended))
                        + (before.isEmpty() ? "" : "; before, %.0f of 100".formatted(100 * usual)));
    }

    /** In words; empty unless p95 of an interval is over a second and three times what it was in half of those before. */
    Optional<String> jumpOfLatency() {
        List<Duration> usual = before.stream().map(Interval::p95).sorted().toList();
        Duration now = last.stream()
                .filter(interval -> interval.ended() >= FEWEST)
                .map(Interval::p95)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        if (usual.isEmpty() || now.compareTo(SHORT) < 0) {
            return Optional.empty();
        }
        Duration median = usual.get(usual.size() / 2);
        return now.compareTo(median.multipliedBy(JUMP)) < 0
                ? Optional.empty()
                : Optional.of("sagas take longer: p95 " + Wording.duration(now) + " in the last minute, "
                        + Wording.duration(median) + " before");
    }

    private static double share(List<Interval> intervals) {
        return (double) sum(intervals, Interval::compensated) / Math.max(1, sum(intervals, Interval::ended));
    }

    private static long sum(List<Interval> intervals, ToLongFunction<Interval> number) {
        return intervals.stream().mapToLong(number).sum();
    }
}
