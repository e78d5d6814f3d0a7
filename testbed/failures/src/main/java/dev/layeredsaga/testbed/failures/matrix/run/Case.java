package dev.layeredsaga.testbed.failures.matrix.run;

import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;

/**
 * A failure, and what must come of it.
 *
 * @param name how it is called for
 * @param description what goes wrong, in a few words
 * @param onOwnSystem whether it stops or changes what a system that belongs to others needs
 * @param orders how many orders it places
 */
public record Case(
        String name, String description, boolean onOwnSystem, int orders, Expected expected, Failure failure) {

    /** Makes the system fail, and places the orders meanwhile. */
    @FunctionalInterface
    public interface Failure {
        void inject(TestSystem tested, ScenarioRun run);
    }

    /** Creates one in which nothing fails, for any running system. */
    public static Case of(String name, String description) {
        return new Case(name, description, false, 1, Expected.confirmed(), (tested, run) -> {});
    }

    public Case onAny(int count, Expected outcome, Failure brought) {
        return new Case(name, description, false, count, outcome, brought);
    }

    public Case onOwn(int count, Expected outcome, Failure brought) {
        return new Case(name, description, true, count, outcome, brought);
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
        return switch (expected.ending()) {
            case CONFIRMED -> orders + " sold";
            case STUCK -> orders + " held";
            case DECLINED, UNAVAILABLE, CANCELLED, NO_ORDER -> "as before";
        };
    }

    @Override
    public String toString() {
        return name;
    }
}
