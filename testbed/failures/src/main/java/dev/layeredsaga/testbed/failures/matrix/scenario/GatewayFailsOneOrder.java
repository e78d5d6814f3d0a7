package dev.layeredsaga.testbed.failures.matrix.scenario;

import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.atLeast;
import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.between;
import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.exactly;

import dev.layeredsaga.testbed.failures.matrix.outcome.Bound;
import dev.layeredsaga.testbed.failures.matrix.outcome.CallLimits;
import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The payment gateway fails one order, by its payment method. All are placed at once. */
public final class GatewayFailsOneOrder extends ScenarioGroup {

    /** Time enough to cancel an order while it is being paid. */
    private static final Duration SLOW = Duration.ofSeconds(4);

    public GatewayFailsOneOrder() {
        super(
                "The gateway fails one order",
                "One order each, with the payment method that the case is named after. Those about refunds are cancelled while they"
                        + " are being paid, so that a refund is wanted.",
                Stream.of(endingWell(), declined(), neverPaid(), aboutRefunds())
                        .flatMap(List::stream)
                        .toList());
    }

    private static List<Case> endingWell() {
        Expected confirmed = Expected.confirmed();
        Expected byAsking = confirmed.calls(exactly(1), atLeast(1), exactly(0));
        return List.of(
                Case.of("pm_ok", "nothing", confirmed),
                Case.of("pm_slow_then_ok", "the payment takes 3 s", confirmed),
                Case.of("pm_charged_response_lost", "captured, but the answer is lost", byAsking),
                Case.of(
                        "pm_charged_then_500",
                        "captured, but the answer is a 500",
                        confirmed.calls(between(1, 3), atLeast(1), exactly(0))),
                Case.of(
                        "pm_charged_then_duplicate",
                        "captured, but the answer is a 500, and every repetition is refused as a duplicate",
                        confirmed.calls(between(1, 3), atLeast(1), exactly(0))),
                Case.of("pm_reset_after_charge", "captured, then the connection is reset", byAsking),
                Case.of("pm_flaky", "fails half of the time", confirmed.calls(atLeast(1), atLeast(0), exactly(0))),
                Case.of(
                        "pm_fail_n_then_ok",
                        "a 500 twice, then captured",
                        confirmed.calls(exactly(3), atLeast(0), exactly(0))));
    }

    private static List<Case> declined() {
        return List.of(
                Case.of("pm_declined_insufficient_funds", "declined: no money", Expected.declined()),
                Case.of("pm_declined_expired_card", "declined: the card is too old", Expected.declined()),
                Case.of("pm_declined_do_not_honor", "declined: no reason given", Expected.declined()),
                Case.of("pm_declined_fraud", "declined: suspicion of fraud", Expected.declined()));
    }

    private static List<Case> neverPaid() {
        Expected unavailable = Expected.unavailable();
        return List.of(
                Case.of(
                        "pm_timeout_not_charged",
                        "no answer for 30 s, not captured",
                        unavailable.calls(atLeast(1), atLeast(1), exactly(0))),
                Case.of("pm_reset_before_charge", "the connection is reset, not captured", unavailable),
                Case.of("pm_empty", "closed without a byte of an answer", unavailable),
                Case.of("pm_malformed", "a success whose JSON breaks off", unavailable),
                Case.of("pm_garbage", "bytes that are not HTTP", unavailable),
                Case.of("pm_dribble", "JSON trickles in, then breaks off", unavailable),
                Case.of(
                        "pm_not_found_404",
                        "always 404, from what is in front of the gateway",
                        unavailable.calls(atLeast(2), atLeast(0), exactly(0))),
                Case.of("pm_rate_limited_429", "always 429", unavailable),
                Case.of("pm_unavailable_503", "always 503", unavailable),
                Case.of(
                        "pm_outage",
                        "503 to everything, questions included",
                        Expected.stuck(
                                "nothing",
                                CallLimits.of(atLeast(1), atLeast(1), exactly(0)),
                                Bound.afterCompensation(Duration.ofSeconds(60)))));
    }

    private static List<Case> aboutRefunds() {
        return List.of(
                Case.of(
                        "pm_refund_fails_n_then_ok",
                        "cancelled; the refund fails twice",
                        Expected.cancelled().calls(exactly(1), atLeast(1), exactly(3))),
                Case.of(
                        "pm_refund_pending_n_then_ok",
                        "cancelled; the refund is accepted twice and not made",
                        Expected.cancelled().calls(exactly(1), atLeast(1), exactly(3))),
                Case.of(
                        "pm_refund_declined",
                        "cancelled; the refund is declined for good",
                        Expected.stuck(
                                "captured, refund declined",
                                CallLimits.of(exactly(1), atLeast(1), exactly(1)),
                                Bound.within(Duration.ofSeconds(40)))));
    }

    @Override
    public void play(TestSystem tested, List<Case> chosen) {
        // first, while nothing else keeps the gateway busy
        cancelWhilePaying(
                tested,
                chosen.stream().filter(GatewayFailsOneOrder::isAboutRefunds).toList());
        for (Case wanted : chosen) {
            if (!isAboutRefunds(wanted)) {
                tested.watch(ordered(tested, wanted));
            }
        }
    }

    private static boolean isAboutRefunds(Case wanted) {
        return wanted.name().startsWith("pm_refund");
    }

    private static ScenarioRun ordered(TestSystem tested, Case wanted) {
        ScenarioRun run = tested.begin(wanted);
        run.order(wanted.name());
        return run;
    }

    private static void cancelWhilePaying(TestSystem tested, List<Case> chosen) {
        tested.gateway().takes(SLOW);
        try {
            List<ScenarioRun> runs =
                    chosen.stream().map(wanted -> ordered(tested, wanted)).toList();
            for (ScenarioRun run : runs) {
                String order = run.orders().getFirst();
                tested.gateway().awaitCalledFor(order);
                tested.shop().cancel(order);
            }
            runs.forEach(tested::watch);
        } finally {
            tested.gateway().mend();
        }
    }
}
