package dev.layeredsaga.orchestrator.console.demo;

import dev.layeredsaga.console.Shell;
import java.util.List;

/**
 * The panel of demonstrations.
 *
 * @param skus what can be ordered
 * @param problem why nothing can be ordered, in words; else empty
 */
public record DemoPage(Shell shell, List<String> skus, String problem) {

    /** The gateway's scenarios, as its API names them. */
    private static final List<String> SCENARIOS = List.of(
            "ok",
            "slow_then_ok",
            "declined_insufficient_funds",
            "declined_expired_card",
            "declined_do_not_honor",
            "declined_fraud",
            "timeout_not_charged",
            "charged_response_lost",
            "charged_then_500",
            "charged_then_duplicate",
            "reset_before_charge",
            "reset_after_charge",
            "empty",
            "malformed",
            "garbage",
            "dribble",
            "not_found_404",
            "rate_limited_429",
            "unavailable_503",
            "flaky",
            "fail_n_then_ok",
            "outage",
            "refund_fails_n_then_ok",
            "refund_pending_n_then_ok",
            "refund_declined");

    /** Returns the scenarios that can be set for all orders. */
    public List<String> scenarios() {
        return SCENARIOS;
    }

    /** Returns the payment methods, each of which is a scenario of its order's own. */
    public List<String> methods() {
        return SCENARIOS.stream().map(scenario -> "pm_" + scenario).toList();
    }
}
