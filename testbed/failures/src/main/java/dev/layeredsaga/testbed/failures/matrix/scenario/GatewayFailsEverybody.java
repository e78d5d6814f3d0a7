package dev.layeredsaga.testbed.failures.matrix.scenario;

import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.atLeast;
import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.exactly;

import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.system.Gateway;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The payment gateway fails everybody, one fault after the other. */
public final class GatewayFailsEverybody extends ScenarioGroup {

    private static final Map<String, Object> HALF_OF_THE_TIME = Map.of("probability", 0.5, "seed", 7);
    private static final Expected CONFIRMED = Expected.confirmed();

    private static final Case OUTAGE = Case.of(
                    "outage",
                    "503 to everything, questions included, until 6 calls were turned away",
                    CONFIRMED.calls(atLeast(1), atLeast(0), exactly(0)))
            .withOrders(3);
    private static final Case FLAKY = Case.of(
                    "flaky", "a 500 now and then, seed 7", CONFIRMED.calls(atLeast(1), atLeast(0), exactly(0)))
            .withOrders(10);
    private static final Case LOST = Case.of(
                    "responses-lost",
                    "captured, but half of the answers are lost, seed 7",
                    CONFIRMED.calls(exactly(1), atLeast(0), exactly(0)))
            .withOrders(10);
    private static final Case SLOW =
            Case.of("slow", "every payment takes 3 s", CONFIRMED).withOrders(5);
    private static final Case RATE_LIMITED = Case.of(
                    "rate-limited", "429 for the first 5 calls", CONFIRMED.calls(atLeast(1), atLeast(0), exactly(0)))
            .withOrders(3);

    public GatewayFailsEverybody() {
        super(
                "The gateway fails everybody",
                "`PUT /faults`, then several orders with `pm_ok` for one item.",
                List.of(OUTAGE, FLAKY, LOST, SLOW, RATE_LIMITED));
    }

    @Override
    public void play(TestSystem tested, List<Case> chosen) {
        for (Case wanted : chosen) {
            try {
                play(tested, wanted);
            } finally {
                tested.gateway().mend();
            }
        }
    }

    private static void play(TestSystem tested, Case wanted) {
        ScenarioRun run = tested.begin(wanted);
        fault(tested.gateway(), wanted);
        run.orderAll("pm_ok");
        if (wanted.equals(OUTAGE)) {
            tested.gateway().awaitStruck(6);
            tested.gateway().mend();
        }
        tested.watchToTheEnd(run);
    }

    private static void fault(Gateway gateway, Case wanted) {
        switch (wanted.name()) {
            case "outage" -> gateway.failsFor("outage", Map.of());
            case "flaky" -> gateway.failsFor("flaky", HALF_OF_THE_TIME);
            case "responses-lost" -> gateway.failsFor("charged_response_lost", HALF_OF_THE_TIME);
            case "rate-limited" -> gateway.failsFor("rate_limited_429", Map.of("times", 5));
            default -> gateway.takes(Duration.ofSeconds(3));
        }
    }
}
