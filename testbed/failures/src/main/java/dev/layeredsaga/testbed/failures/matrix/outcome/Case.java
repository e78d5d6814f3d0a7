package dev.layeredsaga.testbed.failures.matrix.outcome;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A failure, and what must come of it.
 *
 * @param name how it is called for
 * @param description what goes wrong, in a few words
 * @param orders how many orders it places
 */
public record Case(String name, String description, Needs needs, int orders, Expected expected) {

    @Override
    public String toString() {
        return name;
    }

    /** The requirements of a case. */
    public enum Needs {
        /** A running system, by HTTP and Kafka. */
        ANY_SYSTEM,
        /** A system whose processes and servers may be stopped. */
        OWN_SYSTEM
    }

    public static Case of(String name, String description, Expected expected) {
        return new Case(name, description, Needs.ANY_SYSTEM, 1, expected);
    }

    public Case onOwnSystem() {
        return new Case(name, description, Needs.OWN_SYSTEM, orders, expected);
    }

    public Case withOrders(int count) {
        return new Case(name, description, needs, count, expected);
    }

    /** Returns the item's initial stock: one more than the case orders. */
    public int stocked() {
        return orders + 1;
    }

    public String policy() {
        return orders == 1 ? "EXCLUSIVE" : "COUNTED";
    }

    /** Returns the quantities sold and held. */
    public String stockInWords() {
        int sold = orders * expected.ending().sold();
        int held = orders * expected.ending().held();
        List<String> words = IntStream.of(0, 1)
                .mapToObj(which -> which == 0 ? sold + " sold" : held + " held")
                .filter(word -> !word.startsWith("0"))
                .toList();
        return words.isEmpty() ? "as before" : String.join(", ", words);
    }
}
