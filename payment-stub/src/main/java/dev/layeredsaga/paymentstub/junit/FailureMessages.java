package dev.layeredsaga.paymentstub.junit;

import dev.layeredsaga.paymentstub.ledger.AuditReport;
import dev.layeredsaga.paymentstub.ledger.AuditReport.InvariantReport;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import java.util.List;
import java.util.stream.Collectors;

/** The messages of failed assertions. */
final class FailureMessages {

    private FailureMessages() {}

    static String failure(OrderRecord order, String expectation) {
        return "%nExpecting order %s %s, but its ledger is%n%s%nand the gateway was called for %s, %s and %s."
                .formatted(
                        order.order(),
                        expectation,
                        ledger(order.entries()),
                        counted(order.payments(), "payment", "payments"),
                        counted(order.queries(), "query", "queries"),
                        counted(order.refunds(), "refund", "refunds"));
    }

    static String audit(AuditReport report) {
        return "the audit of " + counted(report.orders(), "order", "orders")
                + report.invariants().stream()
                        .filter(invariant -> !invariant.holds())
                        .map(FailureMessages::violations)
                        .collect(Collectors.joining());
    }

    static String times(int times) {
        return counted(times, "time", "times");
    }

    private static String violations(InvariantReport invariant) {
        return invariant.violations().stream()
                .map(violation -> "%n  %s: order %s, payments %s: %s"
                        .formatted(invariant.name(), violation.orderId(), violation.paymentIds(), violation.detail()))
                .collect(Collectors.joining());
    }

    private static String ledger(List<LedgerEntry> entries) {
        return entries.isEmpty()
                ? "  empty"
                : entries.stream().map(FailureMessages::line).collect(Collectors.joining(System.lineSeparator()));
    }

    private static String line(LedgerEntry entry) {
        Posting posting = entry.posting();
        return "  %d %s %d %s, payment %s, key %s, at %s"
                .formatted(
                        entry.sequence(),
                        entry.type(),
                        posting.money().amount(),
                        posting.money().currency(),
                        posting.paymentId(),
                        posting.idempotencyKey(),
                        entry.at());
    }

    private static String counted(int count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }
}
