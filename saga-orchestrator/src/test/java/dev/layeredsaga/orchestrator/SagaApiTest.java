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
        assertThat(saga.path("policy").asString()).startsWith("retry until the saga's deadline");
        assertThat(saga.has("attempts")).isFalse();
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
    void listsSagasByDefinition() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok");

        assertThat(ids("/sagas?definition=order&step=reserve&limit=100")).contains(order.id());
        assertThat(ids("/sagas?definition=trip&limit=100")).isEmpty();
    }

    @Test
    void listsSagasPageByPage() {
        List<UUID> placed = List.of(
                PlacedOrder.payingWith("pm_ok").id(),
                PlacedOrder.payingWith("pm_ok").id(),
                PlacedOrder.payingWith("pm_ok").id());

        assertThat(ids("/sagas?limit=1&after=" + placed.get(0))).containsExactly(placed.get(1));
        assertThat(api.get("/sagas?limit=1&after=" + placed.get(0))
                        .body()
                        .path("next")
                        .asString())
                .isEqualTo(placed.get(1).toString());
        assertThat(api.get("/sagas?limit=100&after=" + placed.get(2)).body().has("next"))
                .isFalse();
        assertThat(ids("/sagas?limit=100&after=" + placed.get(0))).contains(placed.get(1), placed.get(2));
        assertThat(ids("/sagas?after=" + placed.get(2))).doesNotContainAnyElementsOf(placed);
    }

    @Test
    void saysThatThereIsNoSuchSaga() {
        Problems.refused(api.get("/sagas/" + UUID.randomUUID()), 404, "SAGA_NOT_FOUND");
    }

    @Test
    void saysThatThereIsNothingAtAnotherAddress() {
        Problems.refused(api.get("/nowhere"), 404, "NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/sagas/42 id must be a UUID",
                "/sagas?status=HAPPY status must be one of RUNNING, COMPENSATING, STUCK, COMPLETED, COMPENSATED",
                "/sagas?limit=0 limit must be greater than or equal to 1",
                "/sagas?limit=101 limit must be less than or equal to 100",
                "/sagas?limit=x limit must be a whole number",
                "/sagas?after=42 after must be a UUID",
                "/sagas?step=pay%00 step must not contain control characters",
                "/sagas?definition=%00 definition must not contain control characters"
            })
    void namesTheFieldThatItCannotRead(String pathFieldAndMessage) {
        String[] expected = pathFieldAndMessage.split(" ", 3);

        Problems.invalid(api.get(expected[0]), expected[1], expected[2]);
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
