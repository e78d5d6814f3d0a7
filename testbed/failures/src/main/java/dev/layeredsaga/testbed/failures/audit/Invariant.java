package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.Observations;

/** One of the fourteen. Pure: all it knows is in the observations. */
interface Invariant {

    /** As in the architecture's table. */
    int number();

    String name();

    /** Checks everything that it is about, and writes down what it has checked and what is wrong with it. */
    void check(Observations seen, Checklist list);
}
