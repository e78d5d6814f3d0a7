package dev.layeredsaga.paymentstub.ledger;

import java.util.List;

/** Whether the ledger's invariants hold, each by itself and all together. */
public record AuditReport(boolean holds, List<InvariantReport> invariants) {

    static AuditReport of(List<InvariantReport> invariants) {
        return new AuditReport(invariants.stream().allMatch(InvariantReport::holds), invariants);
    }
}
