package dev.layeredsaga.testbed.bench.engine;

import dev.layeredsaga.testbed.bench.measure.Contest;
import dev.layeredsaga.testbed.bench.measure.Contest.Entrant;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** A target for our engine, and the measured figure. */
public record Target(String what, String wanted, double measured, boolean met) {

    private static final String OURS = "ours";

    static List<Target> all(Map<Integer, Contest<Figures>> closed, Map<Integer, Contest<Figures>> open) {
        return List.of(
                atLeast("times db-scheduler, each at its best", 3, best(closed, OURS) / best(closed, "db-scheduler")),
                atLeast("times db-scheduler at 32 in flight", 1, ratioAt(closed, 32)),
                atMost("commits per saga at 1,000 in flight", 0.5, of(closed, 1_000, Figures::commits)),
                atMost("ms, p50 at 50/s", 25, of(open, 50, Figures::p50)),
                atMost("ms, p50 at 750/s", 50, of(open, 750, Figures::p50)),
                atMost("ms, p99 at 750/s", 150, of(open, 750, Figures::p99)));
    }

    private static Target atLeast(String what, double wanted, double measured) {
        return new Target(what, "at least " + wanted, measured, measured >= wanted);
    }

    private static Target atMost(String what, double wanted, double measured) {
        return new Target(what, "at most " + wanted, measured, measured <= wanted);
    }

    private static double best(Map<Integer, Contest<Figures>> closed, String title) {
        return closed.values().stream()
                .mapToDouble(contest -> entrant(contest, title).median(Figures::perSecond))
                .max()
                .orElse(Double.NaN);
    }

    private static double ratioAt(Map<Integer, Contest<Figures>> closed, int inFlight) {
        Contest<Figures> contest = contest(closed, inFlight);
        return entrant(contest, OURS).ratioTo(contest.baseline(), Figures::perSecond);
    }

    private static double of(Map<Integer, Contest<Figures>> contests, int load, ToDoubleFunction<Figures> figure) {
        return entrant(contest(contests, load), OURS).median(figure);
    }

    private static Contest<Figures> contest(Map<Integer, Contest<Figures>> contests, int load) {
        Contest<Figures> contest = contests.get(load);
        if (contest == null) {
            throw new IllegalStateException("nothing was measured at " + load);
        }
        return contest;
    }

    private static Entrant<Figures> entrant(Contest<Figures> contest, String title) {
        return contest.entrants().stream()
                .filter(entrant -> entrant.title().equals(title))
                .findFirst()
                .orElseThrow();
    }
}
