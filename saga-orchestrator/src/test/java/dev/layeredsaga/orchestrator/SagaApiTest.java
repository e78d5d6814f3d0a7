package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class SagaApiTest {

    private final Api api = OrchestratorInstance.shared().api();

    @Test
    void showsASaga() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok");
        order.stockIsClaimed();
        order.awaitStep("confirm");

        JsonNode saga = api.get("/sagas/" + order.id()).body();

        assertThat(saga.path("sagaId").asString()).isEqualTo(order.id().toString());
        assertThat(saga.path("definition").asString()).isEqualTo("order");
        assertThat(saga.path("status").asString()).isEqualTo("RUNNING");
        assertThat(saga.path("step").asString()).isEqualTo("confirm");
        assertThat(saga.path("attempt").asInt()).isEqualTo(1);
        assertThat(saga.path("deadline").asString()).endsWith("Z");
        assertThat(saga.path("nextAttemptAt").asString()).endsWith("Z");
        assertThat(saga.has("waitsFor")).isFalse();
        assertThat(texts(saga.path("timeline"), "step")).containsExactly("reserve", "pay");
        assertThat(texts(saga.path("timeline"), "result")).containsExactly("DONE", "DONE");
        assertThat(saga.path("remaining").size()).isZero();
    }

    @Test
    void showsTheStepsThatRemain() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok");

        JsonNode remaining = api.get("/sagas/" + order.id()).body().path("remaining");

        assertThat(remaining.values()).extracting(JsonNode::asString).containsExactly("pay", "confirm");
    }

    @Test
    void doesNotShowWhatConcernsThePayment() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok");

        assertThat(api.get("/sagas/" + order.id()).body().toString()).doesNotContain("pm_ok");
    }

    @Test
    void listsSagasByStatusAndStep() {
        PlacedOrder reserving = PlacedOrder.payingWith("pm_ok");
        PlacedOrder confirming = PlacedOrder.payingWith("pm_ok");
        confirming.stockIsClaimed();
        confirming.awaitStep("confirm");

        assertThat(ids("/sagas?status=RUNNING&step=reserve&limit=100"))
                .contains(reserving.id())
                .doesNotContain(confirming.id());
        assertThat(ids("/sagas?step=confirm&limit=100"))
                .contains(confirming.id())
                .doesNotContain(reserving.id());
        assertThat(ids("/sagas?status=STUCK")).doesNotContain(reserving.id(), confirming.id());
    }

    @Test
    void listsSagasPageByPage() {
        List<UUID> placed = List.of(
                PlacedOrder.payingWith("pm_ok").id(),
                PlacedOrder.payingWith("pm_ok").id(),
                PlacedOrder.payingWith("pm_ok").id());

        assertThat(ids("/sagas?limit=1&after=" + placed.get(0))).containsExactly(placed.get(1));
        assertThat(ids("/sagas?limit=100&after=" + placed.get(0))).contains(placed.get(1), placed.get(2));
        assertThat(ids("/sagas?after=" + placed.get(2))).doesNotContainAnyElementsOf(placed);
    }

    @Test
    void saysThatThereIsNoSuchSaga() {
        problem("/sagas/" + UUID.randomUUID(), 404, "SAGA_NOT_FOUND");
    }

    @Test
    void saysThatThereIsNothingAtAnotherAddress() {
        problem("/nowhere", 404, "NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/sagas/42",
                "/sagas?status=HAPPY",
                "/sagas?limit=0",
                "/sagas?limit=101",
                "/sagas?limit=x",
                "/sagas?after=42"
            })
    void refusesWhatItCannotRead(String path) {
        problem(path, 400, "BAD_REQUEST");
    }

    private void problem(String path, int status, String code) {
        Api.Answer answer = api.get(path);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.contentType()).isEqualTo("application/problem+json");
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.body().path("status").asInt()).isEqualTo(status);
    }

    private List<UUID> ids(String path) {
        return texts(api.get(path).body().path("sagas"), "sagaId").stream()
                .map(UUID::fromString)
                .toList();
    }

    private static List<String> texts(JsonNode elements, String field) {
        List<String> texts = new ArrayList<>();
        elements.forEach(element -> texts.add(element.path(field).asString()));
        return texts;
    }
}
