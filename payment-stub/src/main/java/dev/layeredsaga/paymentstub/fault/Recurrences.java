package dev.layeredsaga.paymentstub.fault;

import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Counts the attempts of each order, so that a scenario can apply to some of them only. Thread-safe. */
final class Recurrences {

    private static final int N = 2;

    private final ConcurrentMap<Series, Integer> attempts = new ConcurrentHashMap<>();

    boolean strikes(Scenario scenario, OrderId order) {
        return switch (scenario.recurrence()) {
            case ALWAYS -> true;
            case FIRST_TWO -> count(scenario, order) <= N;
            case HALF_THE_TIME -> coin(order, count(scenario, order));
        };
    }

    private int count(Scenario scenario, OrderId order) {
        return attempts.merge(new Series(scenario, order), 1, Integer::sum);
    }

    private static boolean coin(OrderId order, int attempt) {
        return new SplittableRandom(31L * order.value().hashCode() + attempt).nextBoolean();
    }

    private record Series(Scenario scenario, OrderId order) {}
}
