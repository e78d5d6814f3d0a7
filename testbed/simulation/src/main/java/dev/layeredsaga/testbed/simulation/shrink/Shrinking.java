package dev.layeredsaga.testbed.simulation.shrink;

import dev.layeredsaga.testbed.simulation.Scenario;
import dev.layeredsaga.testbed.simulation.Simulation;
import dev.layeredsaga.testbed.simulation.Simulation.Result;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * Takes customers and faults away from a failure as long as the same invariant is violated, in ever smaller portions (delta
 * debugging), and then returns what remains.
 */
public final class Shrinking {

    private static final int MOST_RUNS = 3_000;

    private static final int[] SMALL = {1, 3, 10};
    private static final int NEAR = 150;

    private final String invariant;
    private Result smallest;
    private int runs;

    public Shrinking(Result failure) {
        invariant = Objects.requireNonNull(failure.violation(), "nothing is violated")
                .invariant();
        smallest = failure;
    }

    /**
     * The smallest failure that was found.
     *
     * @param lines what remains, and what happens in it
     */
    public record Shrunk(Result result, int runs, List<String> lines) {}

    public Shrunk shrink() {
        beginSmall();
        int before;
        do {
            before = size();
            reduce(sagas(), smallest.scenario()::withSagas);
            reduce(smallest.struck(), smallest.scenario()::withFaults);
        } while (size() < before && runs < MOST_RUNS);
        return new Shrunk(smallest, runs, lines());
    }

    /** A small world in which the same goes wrong, if there is one near, is easier to read than a large one without most of it. */
    private void beginSmall() {
        Scenario failing = smallest.scenario();
        for (int sagas : SMALL) {
            for (long seed = failing.seed(); seed < failing.seed() + NEAR; seed++) {
                if (fails(Scenario.of(seed, sagas, failing.bugs()))) {
                    return;
                }
            }
        }
    }

    private int size() {
        return sagas().size() + smallest.struck().size();
    }

    private List<Long> sagas() {
        Scenario scenario = smallest.scenario();
        Set<Long> only = scenario.onlySagas();
        return only == null
                ? LongStream.rangeClosed(1, scenario.sagas()).boxed().toList()
                : List.copyOf(only);
    }

    private <T> void reduce(List<T> all, Function<Set<T>, Scenario> scenarioWith) {
        List<T> left = new ArrayList<>(all);
        for (int portion = Math.max(1, left.size() / 2); portion >= 1 && runs < MOST_RUNS; portion /= 2) {
            for (int from = 0; from < left.size() && runs < MOST_RUNS; ) {
                List<T> fewer = new ArrayList<>(left.subList(0, from));
                fewer.addAll(left.subList(Math.min(left.size(), from + portion), left.size()));
                if (fails(scenarioWith.apply(new LinkedHashSet<>(fewer)))) {
                    left = fewer;
                } else {
                    from += portion;
                }
            }
        }
    }

    private boolean fails(Scenario scenario) {
        runs++;
        Result result = Simulation.run(scenario, null);
        boolean same =
                result.violation() != null && result.violation().invariant().equals(invariant);
        if (same) {
            smallest = result;
        }
        return same;
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("seed " + smallest.scenario().seed() + ", orders " + sagas() + ", faults " + smallest.struck());
        Simulation.run(smallest.scenario(), lines::add);
        return lines;
    }
}
