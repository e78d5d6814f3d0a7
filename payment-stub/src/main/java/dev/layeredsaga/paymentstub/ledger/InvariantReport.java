package dev.layeredsaga.paymentstub.ledger;

import java.util.List;

/** Whether one invariant holds; it does if nothing violates it. */
public record InvariantReport(String name, boolean holds, List<Violation> violations) {

    static InvariantReport of(String name, List<Violation> violations) {
        return new InvariantReport(name, violations.isEmpty(), violations);
    }
}
