package dev.layeredsaga.paymentstub.attempt;

import dev.layeredsaga.paymentstub.fault.Operation;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * How often clients called about each order, whatever came of it. Thread-safe, in memory. A call that names no order
 * the gateway can find, such as a question for a key that was never used, counts for none.
 */
public final class Calls {

    private final ConcurrentMap<Line, Integer> counts = new ConcurrentHashMap<>();

    public void count(Operation operation, OrderId order) {
        counts.merge(new Line(operation, order), 1, Integer::sum);
    }

    public int of(Operation operation, OrderId order) {
        return counts.getOrDefault(new Line(operation, order), 0);
    }

    private record Line(Operation operation, OrderId order) {}
}
