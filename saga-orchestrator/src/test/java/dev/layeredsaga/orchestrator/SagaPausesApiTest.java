package dev.layeredsaga.orchestrator;

import static dev.layeredsaga.orchestrator.Problems.invalid;
import static dev.layeredsaga.orchestrator.Problems.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Pauses over HTTP, against the whole service. */
class SagaPausesApiTest {

    private static final String LIES = "{\"reason\": \"the gateway lies\"}";

    private final Api api = OrchestratorInstance.shared().api();
    private final Operator kim = new Operator(api);

    @AfterEach
    void resumeAll() {
        api.delete("/sagas/pauses/order/pay?reason=over");
    }

    @Test
    void paysNothingUntilItIsResumed() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok");

        assertThat(api.put("/sagas/pauses/order/pay", LIES).status()).isEqualTo(204);
        order.stockIsClaimed();
        order.awaitStep("pay");

        JsonNode saga = kim.saga(order.id());
        assertThat(saga.path("status").asString()).isEqualTo("RUNNING");
        assertThat(saga.path("waitsFor").asString()).isEqualTo("paused by kim: the gateway lies");
        assertThat(saga.path("attempt").asInt()).isZero();
        assertThat(api.get("/sagas/pauses").body().path("pauses").values())
                .singleElement()
                .satisfies(pause -> {
                    assertThat(pause.path("definition").asString()).isEqualTo("order");
                    assertThat(pause.path("step").asString()).isEqualTo("pay");
                    assertThat(pause.path("compensation").asBoolean()).isFalse();
                    assertThat(pause.path("operator").asString()).isEqualTo("kim");
                    assertThat(pause.path("pausedAt").asString()).endsWith("Z");
                });
        refused(kim.act(order.id(), "retry"), 409, "SAGA_PAUSED");

        assertThat(api.delete("/sagas/pauses/order/pay?reason=mended").status()).isEqualTo(204);
        order.awaitStep("confirm");
    }

    @Test
    void pausesOneSaga() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok");

        assertThat(kim.act(order.id(), "pause").status()).isEqualTo(202);
        assertThat(kim.saga(order.id()).path("waitsFor").asString()).isEqualTo("paused by kim: the bank is back");
        assertThat(kim.act(order.id(), "resume").status()).isEqualTo(202);
        refused(kim.act(order.id(), "resume"), 409, "NOT_PAUSED");

        order.stockIsClaimed();
        order.awaitStep("confirm");
        assertThat(kim.saga(order.id()).path("actions").values())
                .extracting(action -> action.path("action").asString() + " "
                        + action.path("state").asString())
                .containsExactly("PAUSE DONE", "RESUME DONE");
    }

    @Test
    void namesWhatItDoesNotKnow() {
        refused(api.put("/sagas/pauses/ordre", LIES), 404, "DEFINITION_NOT_FOUND");
        refused(api.put("/sagas/pauses/order/pya", LIES), 404, "DEFINITION_NOT_FOUND");
        invalid(api.put("/sagas/pauses/order/pay", "{}"), "reason", "must not be blank");
        refused(api.delete("/sagas/pauses/order/pya?reason=over"), 404, "DEFINITION_NOT_FOUND");
        invalid(api.delete("/sagas/pauses/order/pay?reason="), "reason", "must not be blank");
    }

    @Test
    void isForOperatorsOnly() {
        Api mina = api.as(LocalIssuer.get().customer("mina"));

        assertThat(mina.get("/sagas/pauses").code()).isEqualTo("FORBIDDEN");
        assertThat(mina.put("/sagas/pauses/order", LIES).code()).isEqualTo("FORBIDDEN");
        assertThat(mina.delete("/sagas/pauses/order?reason=over").code()).isEqualTo("FORBIDDEN");
        assertThat(mina.post("/sagas/" + UUID.randomUUID() + "/pause", "{}").code())
                .isEqualTo("FORBIDDEN");
    }
}
