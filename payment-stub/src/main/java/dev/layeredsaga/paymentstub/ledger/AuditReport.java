package dev.layeredsaga.paymentstub.ledger;

import java.util.List;

/**
 * The result of an audit, for each invariant and for all of them.
 *
 * @param orders the number of orders checked
 */
public record AuditReport(boolean holds, int orders, List<InvariantReport> invariants) {

    static AuditReport of(int orders, List<InvariantReport> invariants) {
        return new AuditReport(invariants.stream().allMatch(InvariantReport::holds), orders, invariants);
    }

    /** Returns true if this invariant, one of those listed, holds. */
    public boolean holds(String invariant) {
        return invariants.stream()
                .filter(report -> report.name().equals(invariant))
                .allMatch(InvariantReport::holds);
    }
}
