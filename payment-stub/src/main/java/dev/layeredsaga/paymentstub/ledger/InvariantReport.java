package dev.layeredsaga.paymentstub.ledger;

import java.util.List;

/** The result for one invariant; it holds if there are no violations. */
public record InvariantReport(String name, boolean holds, List<Violation> violations) {

    static InvariantReport of(String name, List<Violation> violations) {
        return new InvariantReport(name, violations.isEmpty(), violations);
    }
}
