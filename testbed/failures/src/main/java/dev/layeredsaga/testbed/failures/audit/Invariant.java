package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.Observations;

/** One of the fourteen. Pure: all it knows is in the observations. */
interface Invariant {

    /** As in the architecture's table. */
    int number();

    String name();

    /** Looks at everything that it is about, and writes down what it has looked at and what is wrong with it. */
    void check(Observations seen, Checklist list);
}
