package dev.layeredsaga.testbed.bench.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures several entrants in turn, round after round; each round starts with another, so that other load on the machine
 * affects all of them. Not thread-safe.
 *
 * @param <F> the figures of one run
 */
public final class Contest<F> {

    private final List<Entrant<F>> entrants = new ArrayList<>();

    /** One measured entrant and its figures, round by round. */
    public record Entrant<F>(String title, Callable<F> run, List<F> rounds) {

        /** Returns the median over the rounds. */
        public double median(ToDoubleFunction<? super F> figure) {
            return Statistics.median(rounds, figure);
        }

        /** Returns the median over the rounds, with the least and the most. */
        public String spread(ToDoubleFunction<? super F> figure) {
            return Statistics.spread(rounds, figure);
        }

        /** Returns the median of each round's own ratio. */
        public double ratioTo(Entrant<F> other, ToDoubleFunction<? super F> figure) {
            List<Double> ratios = IntStream.range(0, rounds.size())
                    .mapToObj(i -> figure.applyAsDouble(rounds.get(i)) / figure.applyAsDouble(other.rounds.get(i)))
                    .toList();
            return Statistics.median(ratios, Double::doubleValue);
        }
    }

    public void enter(String title, Callable<F> run) {
        entrants.add(new Entrant<>(title, run, new ArrayList<>()));
    }

    public void run(int rounds) throws Exception {
        List<Entrant<F>> inTurn = new ArrayList<>(entrants);
        for (int round = 0; round < rounds; round++) {
            for (Entrant<F> entrant : inTurn) {
                entrant.rounds.add(entrant.run.call());
            }
            Collections.rotate(inTurn, 1);
        }
    }

    /** Returns the first entrant, which the others are compared with. */
    public Entrant<F> baseline() {
        return entrants.getFirst();
    }

    public List<Entrant<F>> entrants() {
        return List.copyOf(entrants);
    }

    /** Returns each entrant's figures, round by round. */
    public Map<String, List<F>> rounds() {
        return entrants.stream().collect(Collectors.toMap(Entrant::title, Entrant::rounds));
    }
}
