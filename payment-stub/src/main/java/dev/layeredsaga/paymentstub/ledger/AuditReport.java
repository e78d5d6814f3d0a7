package dev.layeredsaga.paymentstub.ledger;

import java.util.List;

/**
 * Whether the invariants hold, each by itself and all together.
 *
 * @param orders how many orders were checked
 */
public record AuditReport(boolean holds, int orders, List<InvariantReport> invariants) {

    static AuditReport of(int orders, List<InvariantReport> invariants) {
        return new AuditReport(invariants.stream().allMatch(InvariantReport::holds), orders, invariants);
    }

    /** Whether this invariant, of those listed, holds. */
    public boolean holds(String invariant) {
        return invariants.stream()
                .filter(report -> report.name().equals(invariant))
                .allMatch(InvariantReport::holds);
    }
}
