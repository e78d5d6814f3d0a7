package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The payment gateway fails one order, by its payment method. All are placed at once. */
public final class GatewayFailsOneOrder {

    /** Time enough to cancel an order while it is being paid. */
    private static final Duration SLOW = Duration.ofSeconds(4);

    private static final Expected CONFIRMED = Expected.confirmed();
    private static final Expected UNPAID = Expected.unavailable();

    private static final List<Case> CASES = List.of(
            method("pm_ok", "nothing", CONFIRMED),
            method("pm_slow_then_ok", "the payment takes 3 s", CONFIRMED),
            method("pm_charged_response_lost", "captured, but the answer is lost", CONFIRMED.calls("1 / ≥ 1 / 0")),
            method("pm_charged_then_500", "captured, but the answer is a 500", CONFIRMED.calls("1–3 / ≥ 1 / 0")),
            method(
                    "pm_charged_then_duplicate",
                    "captured, but the answer is a 500, and every repetition is refused as a duplicate",
                    CONFIRMED.calls("1–3 / ≥ 1 / 0")),
            method("pm_reset_after_charge", "captured, then the connection is reset", CONFIRMED.calls("1 / ≥ 1 / 0")),
            method("pm_flaky", "fails half of the time", CONFIRMED.calls("≥ 1 / ≥ 0 / 0")),
            method("pm_fail_n_then_ok", "a 500 twice, then captured", CONFIRMED.calls("3 / ≥ 0 / 0")),
            method("pm_declined_insufficient_funds", "declined: no money", Expected.declined()),
            method("pm_declined_expired_card", "declined: the card is too old", Expected.declined()),
            method("pm_declined_do_not_honor", "declined: no reason given", Expected.declined()),
            method("pm_declined_fraud", "declined: suspicion of fraud", Expected.declined()),
            method("pm_timeout_not_charged", "no answer for 30 s, not captured", UNPAID.calls("≥ 1 / ≥ 1 / 0")),
            method("pm_reset_before_charge", "the connection is reset, not captured", UNPAID),
            method("pm_empty", "closed without a byte of an answer", UNPAID),
            method("pm_malformed", "a success whose JSON breaks off", UNPAID),
            method("pm_garbage", "bytes that are not HTTP", UNPAID),
            method("pm_dribble", "JSON trickles in, then breaks off", UNPAID),
            method(
                    "pm_not_found_404",
                    "always 404, from what is in front of the gateway",
                    UNPAID.calls("≥ 2 / ≥ 0 / 0")),
            method("pm_rate_limited_429", "always 429", UNPAID),
            method("pm_unavailable_503", "always 503", UNPAID),
            method(
                    "pm_outage",
                    "503 to everything, questions included",
                    Expected.stuck("nothing").calls("≥ 1 / ≥ 1 / 0").within("deadline + compensation + 60 s")),
            method(
                    "pm_refund_fails_n_then_ok",
                    "cancelled; the refund fails twice",
                    Expected.cancelled().calls("1 / ≥ 1 / 3")),
            method(
                    "pm_refund_pending_n_then_ok",
                    "cancelled; the refund is accepted twice and not made",
                    Expected.cancelled().calls("1 / ≥ 1 / 3")),
            method(
                    "pm_refund_declined",
                    "cancelled; the refund is declined for good",
                    Expected.stuck("captured, refund declined").calls("1 / ≥ 1 / 1")));

    private GatewayFailsOneOrder() {}

    private static Case method(String name, String description, Expected expected) {
        return Case.of(name, description).onAny(1, expected, (tested, run) -> run.order(name));
    }

    public static ScenarioGroup group() {
        return new ScenarioGroup(
                "The gateway fails one order",
                "One order each, with the payment method that the case is named after. Those about refunds are cancelled while they"
                        + " are being paid, so that a refund is wanted.",
                CASES,
                (tested, chosen) -> {
                    Map<Boolean, List<Case>> aboutRefunds = chosen.stream()
                            .collect(Collectors.partitioningBy(
                                    wanted -> wanted.name().startsWith("pm_refund")));
                    // first, while nothing else keeps the gateway busy
                    cancelWhilePaying(tested, aboutRefunds.getOrDefault(true, List.of()));
                    aboutRefunds.getOrDefault(false, List.of()).forEach(tested::play);
                });
    }

    private static void cancelWhilePaying(TestSystem tested, List<Case> chosen) {
        tested.gateway().whileSlow(SLOW, () -> {
            List<ScenarioRun> runs = chosen.stream().map(tested::begin).toList();
            runs.forEach(run -> run.order(run.played().name()));
            for (ScenarioRun run : runs) {
                String order = run.orders().getFirst();
                tested.awaitCharged(order);
                tested.shop().cancel(order);
                tested.watch(run);
            }
        });
    }
}
