package dev.layeredsaga.paymentstub.ledger;

import java.util.List;
import java.util.UUID;

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

    /** The result for one invariant; it holds if there are no violations. */
    public record InvariantReport(String name, boolean holds, List<Violation> violations) {

        static InvariantReport of(String name, List<Violation> violations) {
            return new InvariantReport(name, violations.isEmpty(), violations);
        }
    }

    /** An order that violates an invariant, and the payments involved. */
    public record Violation(String orderId, List<UUID> paymentIds, String detail) {}
}
