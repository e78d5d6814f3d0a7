package dev.layeredsaga.testbed.bench.locks;

import static dev.layeredsaga.testbed.bench.measure.Statistics.inWords;
import static java.util.Locale.ROOT;

import dev.layeredsaga.testbed.bench.locks.load.Figures;
import dev.layeredsaga.testbed.bench.locks.load.Way;
import dev.layeredsaga.testbed.bench.measure.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Compares the design's targets with the measured figures. */
final class Targets {

    private static final double LONGEST_MILLIS = 10;
    private static final double TIMES_A = 100;

    private final Report report;
    private final Matrix matrix;
    private final List<Target> all = new ArrayList<>();

    /** One target. */
    record Target(String what, String measured, boolean met) {

        /** Returns true if missing the target invalidates the run. */
        boolean isAboutAudit() {
            return what.startsWith("oversold");
        }

        @Override
        public String toString() {
            return "%-7s %s: %s".formatted(met ? "met" : "NOT MET", what, measured);
        }
    }

    Targets(Report report, Matrix matrix) {
        this.report = report;
        this.matrix = matrix;
    }

    List<Target> compare(Paced.Steady steady) {
        atMost("busy answer", steady, steady.busyAnswers());
        atMost("section", steady, steady.sections());
        // 64 clients cannot complete more than 64 payments for each one of design A
        for (Way way : List.of(Way.COUNTED, Way.COUNTED_KAFKA)) {
            atLeast("a hot item, " + way.title() + ", times A", matrix.crowd.title(), report.ratio(way, matrix.crowd));
        }
        double sooner = busyMedian(Way.A) / busyMedian(Way.EXCLUSIVE);
        atLeast("design B answers sooner than A, times", "p50, " + matrix.few.title(), sooner);
        noOversell();
        controlOversells();
        return all;
    }

    private void atMost(String what, Paced.Steady steady, Times times) {
        all.add(new Target(
                "%s p99 at a steady %d/s, ms, at most %.0f".formatted(what, steady.perSecond(), LONGEST_MILLIS),
                inWords(times.p99()),
                times.p99() <= LONGEST_MILLIS));
    }

    private void atLeast(String what, String measuredIn, double measured) {
        String figure = String.format(ROOT, "%.1f, %s", measured, measuredIn);
        all.add(new Target("%s, at least %.0f".formatted(what, TIMES_A), figure, measured >= TIMES_A));
    }

    private double busyMedian(Way way) {
        Optional<Figures> figures = report.find(way, matrix.few);
        return figures.map(found -> found.busy().p50()).orElse(Double.NaN);
    }

    private void noOversell() {
        int oversold =
                runs(false).mapToInt(figures -> figures.audit().oversold()).sum();
        boolean even = runs(false).allMatch(figures -> figures.audit().areEven());
        all.add(new Target("oversold, everything but the control, 0", Integer.toString(oversold), even));
    }

    /** Requires the control to oversell in each of its runs. */
    private void controlOversells() {
        List<Integer> oversold =
                runs(true).map(figures -> figures.audit().oversold()).toList();
        boolean met = !oversold.isEmpty() && oversold.stream().allMatch(pieces -> pieces > 0);
        String measured = oversold + (met ? "" : ": the audit of this run is worth nothing");
        all.add(new Target("oversold, the control, not 0", measured, met));
    }

    private Stream<Figures> runs(boolean control) {
        return report.all().stream().filter(figures -> figures.way().isControl() == control);
    }
}
