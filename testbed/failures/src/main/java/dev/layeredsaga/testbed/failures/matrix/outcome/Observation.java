package dev.layeredsaga.testbed.failures.matrix.outcome;

import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The observations of a case.
 *
 * @param system what the audit is to check, of these orders and their item alone
 * @param orders what came of each of them, by its id
 * @param remarks the errors found by the case itself
 */
public record Observation(Observations system, Map<String, Seen> orders, List<String> remarks) {

    /**
     * @param calls of the gateway, as on the page
     * @param took the time from its placing to its end, or to the end of the wait
     */
    public record Seen(String calls, Duration took) {}
}
