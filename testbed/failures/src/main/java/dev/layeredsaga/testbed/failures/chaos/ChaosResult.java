package dev.layeredsaga.testbed.failures.chaos;

import dev.layeredsaga.testbed.demo.TextTable;
import dev.layeredsaga.testbed.failures.audit.AuditReport;
import dev.layeredsaga.testbed.failures.audit.Finding;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.chaos.injection.Plan;
import dev.layeredsaga.testbed.failures.chaos.system.ChaosSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The result of a run.
 *
 * @param failed the injections that failed
 * @param turnedAway the number of customers turned away before an order or a hold, by reason
 */
record ChaosResult(
        ChaosSettings settings,
        Plan plan,
        List<String> failed,
        Map<String, Integer> turnedAway,
        Healed healed,
        Observations seen,
        List<Finding> findings) {

    /** @param complete whether everything has ended; {@code took} is from when mending began */
    record Healed(boolean complete, Duration took, int retries) {}

    boolean allHold() {
        return findings.stream().allMatch(Finding::holds);
    }

    Finding finding(int number) {
        return findings.get(number - 1);
    }

    String inWords() {
        return String.join(
                System.lineSeparator(),
                "",
                AuditReport.outcomes(seen),
                turnedAwayInWords(),
                injections(),
                AuditReport.findings(findings),
                AuditReport.violations(findings)
                        + "  healed in %.1f s%s, with %d retries by the operator"
                                .formatted(
                                        healed.took().toMillis() / 1000.0,
                                        healed.complete() ? "" : ", and NOT everything",
                                        healed.retries()),
                "  seed %d: %s"
                        .formatted(
                                settings.seed(),
                                allHold() ? "all fourteen invariants hold" : "NOT all invariants hold"));
    }

    private String turnedAwayInWords() {
        TextTable table = new TextTable("turned away", "because");
        turnedAway.forEach((why, count) -> table.row(Integer.toString(count), why));
        return table.toString();
    }

    private String injections() {
        TextTable table = new TextTable("injected", "what");
        plan.counts().forEach((kind, count) -> table.row(Long.toString(count), kind.label()));
        if (!failed.isEmpty()) {
            table.row(Integer.toString(failed.size()), "of these could NOT be made");
        }
        return table.toString();
    }
}
