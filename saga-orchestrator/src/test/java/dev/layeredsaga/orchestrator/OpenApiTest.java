package dev.layeredsaga.orchestrator;

import dev.layeredsaga.engine.SagaPauses;
import dev.layeredsaga.testbed.contract.SpecificationContract;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;

class OpenApiTest extends SpecificationContract {

    OpenApiTest() {
        super(
                "saga-orchestrator.yaml",
                URI.create("http://127.0.0.1:"
                        + OrchestratorInstance.shared().api().port()),
                LocalIssuer.get().operator("contract"));
    }

    /** The run pauses what it can. */
    @AfterAll
    static void resumeAll() {
        SagaPauses pauses = OrchestratorInstance.shared().bean(SagaPauses.class);
        pauses.inForce()
                .forEach(pause -> pauses.resume(pause.definition(), pause.step(), "contract", "the test is over"));
    }

    @Override
    protected Map<String, List<String>> known() {
        PlacedOrder reserving = PlacedOrder.payingWith("pm_ok");
        PlacedOrder confirming = PlacedOrder.payingWith("pm_ok");
        confirming.stockIsClaimed();
        confirming.awaitStep("confirm");
        return Map.of(
                "id", List.of(reserving.id().toString(), confirming.id().toString()),
                "revision", List.of("1", "2", "3", "4", "5", "6"),
                "step", List.of("reserve", "pay", "nowhere"),
                "definition", List.of("order"));
    }

    @Override
    protected Map<String, List<Integer>> expectedAnswers() {
        return Map.of(
                "POST /dead-letters/actions",
                List.of(200, 400, 401),
                "POST /sagas/actions",
                List.of(202, 400, 401),
                "POST /sagas/{id}/retry",
                List.of(400, 401, 404, 409));
    }
}
