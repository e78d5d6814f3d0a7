package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import java.util.Map;

/** The payment gateway fails everybody, one fault after the other. */
public final class GatewayFailsEverybody {

    private static final Map<String, Object> HALF_OF_THE_TIME = Map.of("probability", 0.5, "seed", 7);
    private static final int TURNED_AWAY = 6;

    private static final Expected RETRIED = Expected.confirmed().calls("≥ 1 / ≥ 0 / 0");
    private static final Expected ASKED = Expected.confirmed().calls("1 / ≥ 0 / 0");

    private GatewayFailsEverybody() {}

    public static ScenarioGroup group() {
        return ScenarioGroup.oneByOne(
                "The gateway fails everybody",
                "`PUT /faults`, then several orders with `pm_ok` for one item.",
                Case.of("outage", "503 to everything, questions included, until 6 calls were turned away")
                        .onAny(3, RETRIED, GatewayFailsEverybody::failForAWhile),
                Case.of("flaky", "a 500 now and then, seed 7").onAny(10, RETRIED, failing("flaky", HALF_OF_THE_TIME)),
                Case.of("responses-lost", "captured, but half of the answers are lost, seed 7")
                        .onAny(10, ASKED, failing("charged_response_lost", HALF_OF_THE_TIME)),
                Case.of("slow", "every payment takes 3 s")
                        .onAny(5, Expected.confirmed(), failing("slow_then_ok", Map.of("delayMillis", 3_000))),
                Case.of("rate-limited", "429 for the first 5 calls")
                        .onAny(3, RETRIED, failing("rate_limited_429", Map.of("times", 5))));
    }

    private static Case.Failure failing(String scenario, Map<String, ?> more) {
        return (tested, run) -> tested.gateway().during(scenario, more, () -> {
            run.orderAll("pm_ok");
            tested.watchToTheEnd(run);
        });
    }

    private static void failForAWhile(TestSystem tested, ScenarioRun run) {
        tested.gateway().during("outage", Map.of(), () -> {
            run.orderAll("pm_ok");
            TestSystem.await("calls turned away", () -> tested.gateway().struck() >= TURNED_AWAY);
        });
    }
}
