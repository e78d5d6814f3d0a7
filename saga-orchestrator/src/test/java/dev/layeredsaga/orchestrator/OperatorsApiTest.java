package dev.layeredsaga.orchestrator;

import static dev.layeredsaga.orchestrator.Problems.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Operators' requests over HTTP, against the whole service. */
class OperatorsApiTest {

    private final Api api = OrchestratorInstance.shared().api();
    private final Operator kim = new Operator(api);

    @Test
    void keepsTheRevisionWhileASagaIsTriedAgainButNotTheETag() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok");
        Api.Answer before = api.get("/sagas/" + order.id());

        sql("UPDATE saga SET due_at = now(), wake_at = now() WHERE id = ?", order.id());
        await().until(() -> order.column("attempt").equals("2"));

        Api.Answer after = api.get("/sagas/" + order.id());
        assertThat(after.body().path("revision").asLong())
                .isEqualTo(before.body().path("revision").asLong());
        assertThat(after.eTag()).isNotEqualTo(before.eTag());
        String seen = Operator.body(before.body().path("revision").asLong());
        assertThat(api.post("/sagas/" + order.id() + "/compensate", seen).status())
                .isEqualTo(202);
    }

    @Test
    void retriesAndReportsItAsRequestedUntilTheAnswerIsThere() {
        UUID id = waitingForTheInventory();

        Api.Answer answer = kim.act(id, "retry");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.eTag()).isEqualTo(api.get("/sagas/" + id).eTag());
        assertThat(answer.body().path("attempt").asInt()).isEqualTo(2);
        JsonNode action = onlyActionIn(answer.body());
        assertThat(action.path("action").asString()).isEqualTo("RETRY");
        assertThat(action.path("operator").asString()).isEqualTo("kim");
        assertThat(action.path("reason").asString()).isEqualTo("the bank is back");
        assertThat(action.path("step").asString()).isEqualTo("reserve");
        assertThat(action.path("requestedAt").asString()).endsWith("Z");
        assertThat(action.path("state").asString()).isEqualTo("REQUESTED");
        assertThat(action.has("doneAt")).isFalse();

        new PlacedOrder(id).stockIsClaimed();
        await().untilAsserted(() ->
                assertThat(onlyActionIn(kim.saga(id)).path("state").asString()).isEqualTo("DONE"));
        assertThat(onlyActionIn(kim.saga(id)).path("doneAt").asString()).endsWith("Z");
    }

    @Test
    void compensatesAndReportsItAsRequestedUntilAllIsDone() {
        UUID id = waitingForTheInventory();

        Api.Answer answer = kim.act(id, "compensate");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.body().path("status").asString()).isEqualTo("COMPENSATING");
        assertThat(onlyActionIn(answer.body()).path("state").asString()).isEqualTo("REQUESTED");
        JsonNode reason = answer.body().path("reason");
        assertThat(reason.path("code").asString()).isEqualTo("CANCELLED_BY_OPERATOR");
        assertThat(reason.path("message").asString()).isEqualTo("the bank is back");

        new PlacedOrder(id).reply("reserve", ClaimReleased::new);
        new PlacedOrder(id).awaitStatus("COMPENSATED");
        assertThat(onlyActionIn(kim.saga(id)).path("state").asString()).isEqualTo("DONE");
        expectEvents(id, "SagaStarted", "CompensationStarted", "OrderRejected");
    }

    @Test
    void skipsACompensationAtOnce() {
        UUID id = stuckOnReleasing();

        Api.Answer answer = kim.act(id, "skip");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.body().path("status").asString()).isEqualTo("COMPENSATED");
        assertThat(answer.body().path("timeline").values())
                .last()
                .satisfies(
                        attempt -> assertThat(attempt.path("result").asString()).isEqualTo("SKIPPED"));
        assertThat(answer.body().path("actions").values())
                .extracting(action -> action.path("state").asString())
                .containsExactly("DONE", "DONE");
    }

    @Test
    void resolvesAStuckSagaEitherWay() {
        UUID completed = stuckOnReleasing();
        UUID compensated = stuckOnReleasing();

        Api.Answer one = kim.resolve(completed, "COMPLETED");
        Api.Answer other = kim.resolve(compensated, "COMPENSATED");

        assertThat(one.status()).isEqualTo(202);
        assertThat(one.body().path("status").asString()).isEqualTo("COMPLETED");
        assertThat(one.body().path("actions").values()).last().satisfies(action -> {
            assertThat(action.path("action").asString()).isEqualTo("RESOLVE_COMPLETED");
            assertThat(action.path("operator").asString()).isEqualTo("kim");
        });
        assertThat(other.status()).isEqualTo(202);
        assertThat(other.body().path("status").asString()).isEqualTo("COMPENSATED");
        expectEvents(completed, "SagaStarted", "CompensationStarted", "OrderConfirmed");
        expectEvents(compensated, "SagaStarted", "CompensationStarted", "OrderRejected");
    }

    @Test
    void knowsWhoActsFromTheirToken() {
        UUID id = waitingForTheInventory();

        Api.Answer answer = api.as(LocalIssuer.get().operator("lee"))
                .post("/sagas/" + id + "/retry", "{\"revision\": %d, \"reason\": \"-\"}".formatted(kim.revision(id)));

        assertThat(onlyActionIn(answer.body()).path("operator").asString()).isEqualTo("lee");
    }

    /** The gateway declines the refund for good: retrying leads back to where the saga was, and skipping past it. */
    @Test
    void helpsASagaThatIsReallyStuck() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok");
        FakeGateway.shared().declinesToRefund(order.id());
        order.stockIsClaimed();
        order.awaitStep("confirm");
        order.cancel();
        order.awaitStatus("STUCK");

        assertThat(kim.act(order.id(), "retry").status()).isEqualTo(202);
        await().untilAsserted(() -> assertThat(
                        onlyActionIn(kim.saga(order.id())).path("state").asString())
                .isEqualTo("DONE"));
        order.awaitStatus("STUCK");
        assertThat(kim.act(order.id(), "skip").status()).isEqualTo(202);
        order.awaitStep("reserve");
        order.reply("reserve", ClaimReleased::new);
        order.awaitStatus("COMPENSATED");

        expectEvents(
                order.id(),
                "SagaStarted",
                "StockReserved",
                "PaymentCaptured",
                "CompensationStarted",
                "SagaStuck",
                "SagaStuck",
                "StockReleased",
                "OrderCancelled");
    }

    @Test
    void saysWhyItRefuses() {
        UUID forward = waitingForTheInventory();
        UUID stuck = stuckOnReleasing();
        UUID ended = stuckOnReleasing();
        kim.act(ended, "skip");

        refused(kim.act(forward, "skip"), 409, "NOT_SKIPPABLE");
        refused(kim.act(stuck, "compensate"), 409, "ALREADY_COMPENSATING");
        refused(kim.act(ended, "retry"), 409, "SAGA_ENDED");
        refused(kim.resolve(forward, "COMPLETED"), 409, "NOT_STUCK");
        refused(api.post("/sagas/" + UUID.randomUUID() + "/retry", Operator.body(1)), 404, "SAGA_NOT_FOUND");
    }

    @Test
    void refusesAnOutdatedRevisionAndNamesTheCurrentOne() {
        UUID id = waitingForTheInventory();
        long before = kim.revision(id);
        kim.act(id, "retry");

        Api.Answer answer = api.post("/sagas/" + id + "/retry", Operator.body(before));

        refused(answer, 409, "REVISION_OUTDATED");
        assertThat(answer.body().path("revision").asLong())
                .isEqualTo(kim.revision(id))
                .isGreaterThan(before);
        assertThat(answer.body().path("sagaStatus").asString()).isEqualTo("RUNNING");
    }

    /** All have read the same revision and call at the same moment. */
    @Test
    void letsOneOfManyOperatorsWin() throws Exception {
        for (int round = 0; round < 10; round++) {
            UUID id = waitingForTheInventory();
            String body = Operator.body(kim.revision(id));

            List<Api.Answer> answers = atOnce(6, () -> api.post("/sagas/" + id + "/retry", body));

            assertThat(answers).filteredOn(answer -> answer.status() == 202).hasSize(1);
            assertThat(answers)
                    .filteredOn(answer -> answer.status() != 202)
                    .allSatisfy(answer -> refused(answer, 409, "REVISION_OUTDATED"));
            assertThat(kim.saga(id).path("attempt").asInt()).isEqualTo(2);
            assertThat(kim.saga(id).path("actions").size()).isEqualTo(1);
        }
    }

    @Test
    void actsOnManyAtOnceEachForItself() {
        UUID forward = waitingForTheInventory();
        UUID stuck = stuckOnReleasing();

        Api.Answer answer = api.post("/sagas/actions", """
                {"action": "COMPENSATE", "reason": "the hall is closed",
                 "filter": {"step": "reserve", "definition": "order"}, "limit": 1000}""");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(texts(answer.body().path("requested"))).contains(forward.toString());
        assertThat(answer.body().path("refused").values()).anySatisfy(refused -> {
            assertThat(refused.path("sagaId").asString()).isEqualTo(stuck.toString());
            assertThat(refused.path("code").asString()).isEqualTo("ALREADY_COMPENSATING");
        });
        assertThat(kim.saga(forward).path("status").asString()).isEqualTo("COMPENSATING");
    }

    @Test
    void skipsManyThatAreStuck() {
        UUID stuck = stuckOnReleasing();
        UUID healthy = waitingForTheInventory();
        kim.act(healthy, "compensate");

        Api.Answer answer = api.post("/sagas/actions", """
                {"action": "SKIP", "reason": "released by hand",
                 "filter": {"status": "STUCK", "step": "reserve"}, "limit": 1000}""");

        assertThat(texts(answer.body().path("requested"))).contains(stuck.toString());
        assertThat(kim.saga(stuck).path("status").asString()).isEqualTo("COMPENSATED");
        assertThat(kim.saga(healthy).path("status").asString()).isEqualTo("COMPENSATING");
    }

    /** Not due while the test looks, so that only operators change it. */
    private static UUID waitingForTheInventory() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok");
        sql("UPDATE saga SET due_at = now() + interval '1 hour', version = version + 1 WHERE id = ?", order.id());
        return order.id();
    }

    /** As if the inventory had been silent for longer than the time-out of a compensation. */
    private UUID stuckOnReleasing() {
        UUID id = waitingForTheInventory();
        assertThat(kim.act(id, "compensate").status()).isEqualTo(202);
        sql(
                "UPDATE saga SET status = 'STUCK', waits_for = 'no answer from inventory',"
                        + " due_at = now() + interval '1 hour', version = version + 1 WHERE id = ?",
                id);
        return id;
    }

    private static void sql(String sql, UUID id) {
        assertThat(OrchestratorInstance.shared().database().sql(sql).param(id).update())
                .isEqualTo(1);
    }

    private static JsonNode onlyActionIn(JsonNode saga) {
        assertThat(saga.path("actions").size()).isEqualTo(1);
        return saga.path("actions").path(0);
    }

    private static List<String> texts(JsonNode array) {
        return array.values().stream().map(JsonNode::asString).toList();
    }

    private static void expectEvents(UUID id, String... types) {
        await().untilAsserted(() -> assertThat(new PublishedRecords(Topics.SAGA_EVENTS).of(id))
                .extracting(event -> PublishedRecords.header(event, "ce_type"))
                .containsExactly(types));
    }

    private static <T> List<T> atOnce(int callers, Callable<T> call) throws Exception {
        CountDownLatch start = new CountDownLatch(callers);
        try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
            List<Future<T>> calls = IntStream.range(0, callers)
                    .mapToObj(i -> threads.submit(() -> {
                        start.countDown();
                        start.await();
                        return call.call();
                    }))
                    .toList();
            List<T> answers = new ArrayList<>();
            for (Future<T> answer : calls) {
                answers.add(answer.get());
            }
            return answers;
        }
    }
}
