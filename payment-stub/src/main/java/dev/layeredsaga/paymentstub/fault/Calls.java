package dev.layeredsaga.paymentstub.fault;

import dev.layeredsaga.paymentstub.fault.Scenario.Operation;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Counts the calls for each order, whatever their outcome. Thread-safe, in memory. A call without a known order, such as
 * a query for a key that was never used, is not counted.
 */
public final class Calls {

    private final ConcurrentMap<Line, Integer> counts = new ConcurrentHashMap<>();

    void count(Operation operation, OrderId order) {
        counts.merge(new Line(operation, order), 1, Integer::sum);
    }

    public int of(Operation operation, OrderId order) {
        return counts.getOrDefault(new Line(operation, order), 0);
    }

    private record Line(Operation operation, OrderId order) {}
}
