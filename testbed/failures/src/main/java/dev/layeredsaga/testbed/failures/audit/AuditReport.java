package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.demo.TextTable;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Order;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The findings as tables for the terminal. */
public final class AuditReport {

    private static final int MOST_SHOWN = 12;
    private static final int MOST_IDS_SHOWN = 6;

    private AuditReport() {}

    /** Returns a table of orders by outcome and reason, and of returns. */
    public static String outcomes(Observations seen) {
        Map<String, Long> counts = Stream.concat(
                        seen.orders().orders().values().stream().map(AuditReport::outcome),
                        seen.returns().known().values().stream().map(made -> "return " + made.status()))
                .collect(Collectors.groupingBy(outcome -> outcome, TreeMap::new, Collectors.counting()));
        TextTable table = new TextTable("orders", "outcome");
        counts.forEach((outcome, count) -> table.row(Long.toString(count), outcome));
        return table.toString();
    }

    private static String outcome(Order order) {
        return order.reason().isEmpty() ? order.status() : order.status() + ", " + order.reason();
    }

    public static String findings(List<Finding> findings) {
        TextTable table = new TextTable("#", "invariant", "holds", "checked");
        findings.forEach(finding -> table.row(
                Integer.toString(finding.number()),
                finding.name(),
                finding.holds() ? "yes" : "NO, " + finding.violations().size(),
                finding.checked()));
        return table.toString();
    }

    /** One line each; empty if there are none. */
    public static String violations(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> !finding.holds())
                .map(AuditReport::violationsOf)
                .collect(Collectors.joining());
    }

    private static String violationsOf(Finding finding) {
        String shown = finding.violations().stream()
                .limit(MOST_SHOWN)
                .map(violation -> "  %d  %s: %s%n".formatted(finding.number(), violation.what(), ids(violation)))
                .collect(Collectors.joining());
        int more = finding.violations().size() - MOST_SHOWN;
        return more > 0 ? shown + "  %d  and %d more%n".formatted(finding.number(), more) : shown;
    }

    private static String ids(Violation violation) {
        int more = violation.ids().size() - MOST_IDS_SHOWN;
        String shown = violation.ids().stream().limit(MOST_IDS_SHOWN).collect(Collectors.joining(" "));
        return more > 0 ? shown + " and %d more".formatted(more) : shown;
    }
}
