package dev.layeredsaga.testbed.simulation.invariants;

import java.io.Serial;

/** An invariant does not hold. An error, so that nothing that is simulated can handle it. */
public final class Violation extends AssertionError {

    @Serial
    private static final long serialVersionUID = 1;

    private final String invariant;

    Violation(String invariant, String what) {
        super(invariant + ": " + what);
        this.invariant = invariant;
    }

    /** Which one; the same for the same kind of violation. */
    public String invariant() {
        return invariant;
    }
}
