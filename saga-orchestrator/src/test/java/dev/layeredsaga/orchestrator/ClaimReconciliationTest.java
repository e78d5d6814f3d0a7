package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimExpired;
import dev.layeredsaga.contract.inventory.ClaimMissing;
import dev.layeredsaga.contract.inventory.ClaimUnsettled;
import dev.layeredsaga.contract.inventory.InventoryEvent;
import dev.layeredsaga.contract.inventory.StockClaimed;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.engine.VerifiedReplies;
import dev.layeredsaga.messaging.sweep.Sweeps;
import dev.layeredsaga.orchestrator.ordersaga.UnsettledClaims;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Claims that are left of sagas that have ended. No service takes in {@code inventory.commands} here: each command is as good as lost. */
class ClaimReconciliationTest {

    private static final JsonMapper JSON = new JsonMapper();

    private static OrchestratorInstance service;
    private static JdbcClient database;

    @BeforeAll
    static void start() {
        OrchestratorInstance.shared();
        service = OrchestratorInstance.start(
                "--orchestrator.reconciliation.interval=200ms", "--orchestrator.reconciliation.claims-after=1s");
        database = service.database();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void areReleasedEachTimeTheInventoryReportsThem() {
        UUID compensated = sagaThatEnded("COMPENSATED");
        publish(new ClaimExpired(UUID.randomUUID(), compensated.toString(), List.of("seat-1")));

        publish(unsettled(compensated));
        awaitCommands(compensated, 1, "ReleaseClaim");
        publish(unsettled(compensated));

        awaitCommands(compensated, 2, "ReleaseClaim");
        assertThat(new PublishedRecords(Topics.deadLettersOf(Topics.INVENTORY_EVENTS)).of(compensated))
                .isEmpty();
    }

    /** A command that was handled again, for example after its inbox had forgotten it, is granted what is not wanted. */
    @Test
    void areReleasedAtOnceIfTheyAreGrantedAfterTheirSagasEnd() {
        UUID compensated = sagaThatEnded("COMPENSATED");
        UUID completed = sagaThatEnded("COMPLETED");
        UUID running = PlacedOrder.startedSagas(1).getFirst();

        service.bean(TransactionOperations.class)
                .executeWithoutResult(status -> service.bean(VerifiedReplies.class)
                        .handle(Stream.of(completed, running, compensated)
                                .<SagaReply>map(saga -> new StockClaimed(
                                        PlacedOrder.attempt(saga, "reserve", 1),
                                        UUID.randomUUID(),
                                        UUID.randomUUID(),
                                        Instant.now()))
                                .toList()));

        awaitCommands(compensated, 1, "ReleaseClaim");
        assertThat(commandsOf(completed)).doesNotContain("ReleaseClaim");
        assertThat(commandsOf(running)).doesNotContain("ReleaseClaim");
    }

    @Test
    void areSettledAlikeWhateverVersionTheirSagasHave() {
        UUID compensated = sagaThatEnded("COMPENSATED");
        UUID completed = sagaThatEnded("COMPLETED");
        database.sql("UPDATE saga SET definition_version = 2 WHERE id IN (?, ?)")
                .param(compensated)
                .param(completed)
                .update();

        handle(unsettled(compensated), unsettled(completed));

        awaitCommands(compensated, 1, "ReleaseClaim");
        awaitCommands(completed, 1, "ConfirmClaim");
        await().untilAsserted(() -> assertThat(comparedAs("completed")).contains(completed.toString()));
        await().untilAsserted(() -> assertThat(comparedAs("compensated")).contains(compensated.toString()));
    }

    @Test
    void areConfirmedIfTheOrderIsCompleted() {
        UUID completed = sagaThatEnded("COMPLETED");

        handle(unsettled(completed));

        awaitCommands(completed, 1, "ConfirmClaim");
        assertThat(new PublishedRecords(Topics.INVENTORY_COMMANDS).of(completed))
                .filteredOn(command -> "ConfirmClaim".equals(PublishedRecords.header(command, "ce_type")))
                .extracting(ConsumerRecord::value)
                .first(STRING)
                .contains("\"claimId\":\"" + completed + "\"", "\"token\":\"" + completed + "\"");
    }

    /** A saga that a restored database lacks begins anew, and may have sold its claim when a command arrives that was sent before. */
    @Test
    void areLeftAloneIfTheirSagaIsUnknownOrNoOrdersOrRunningOrKnowsAnotherClaimOrWasResolvedByHand() {
        UUID unknown = UUID.randomUUID();
        UUID running = PlacedOrder.startedSagas(1).getFirst();
        UUID other = sagaThatEnded("COMPLETED");
        UUID byHand = sagaThatEnded("COMPLETED");
        acted(byHand, "RESOLVE_COMPLETED");
        UUID noOrders = noOrders(sagaThatEnded("COMPENSATED"));
        UUID last = sagaThatEnded("COMPENSATED");

        handle(
                unsettled(unknown),
                unsettled(noOrders),
                unsettled(running),
                new ClaimUnsettled(UUID.randomUUID(), other, Instant.now()),
                unsettled(byHand),
                unsettled(last));
        awaitCommands(last, 1, "ReleaseClaim");

        assertThat(commandsOf(unknown)).isEmpty();
        assertThat(commandsOf(noOrders)).doesNotContain("ReleaseClaim");
        assertThat(commandsOf(running)).doesNotContain("ReleaseClaim", "ConfirmClaim");
        assertThat(commandsOf(other)).doesNotContain("ReleaseClaim", "ConfirmClaim");
        assertThat(commandsOf(byHand)).doesNotContain("ReleaseClaim", "ConfirmClaim");
    }

    @Test
    void areComparedWithTheEndsOfTheirSagasOnceUnlessTheyWereSettledByHand() {
        UUID byHand = PlacedOrder.startedSagas(1).getFirst();
        // first, as it may be compared as soon as it has ended
        acted(byHand, "SKIP");
        ended(byHand, "COMPLETED");
        UUID completed = sagaThatEnded("COMPLETED");
        UUID compensated = sagaThatEnded("COMPENSATED");
        UUID running = PlacedOrder.startedSagas(1).getFirst();
        UUID noOrders = PlacedOrder.startedSagas(1).getFirst();
        ended(noOrders(noOrders), "COMPLETED");

        await().untilAsserted(() -> {
            assertThat(comparedAs("completed")).containsOnlyOnce(completed.toString());
            assertThat(comparedAs("compensated")).containsOnlyOnce(compensated.toString());
        });
        UUID last = sagaThatEnded("COMPLETED");
        await().until(() -> comparedAs("completed").contains(last.toString()));
        assertThat(comparedAs("completed"))
                .containsOnlyOnce(completed.toString())
                .doesNotContain(byHand.toString(), running.toString(), noOrders.toString());
        assertThat(comparedAs("compensated")).containsOnlyOnce(compensated.toString());
    }

    @Test
    void areComparedAgainOnceTheyHaveBeenSettled() {
        UUID compensated = sagaThatEnded("COMPENSATED");
        UUID completed = sagaThatEnded("COMPLETED");
        await().until(() -> comparedAs("compensated").contains(compensated.toString())
                && comparedAs("completed").contains(completed.toString()));

        handle(unsettled(compensated), unsettled(completed));
        database.sql("UPDATE saga SET release_again_at = now() WHERE release_again_at IS NOT NULL")
                .update();

        await().untilAsserted(() -> {
            assertThat(comparedAs("compensated"))
                    .filteredOn(compensated.toString()::equals)
                    .hasSize(2);
            assertThat(comparedAs("completed"))
                    .filteredOn(completed.toString()::equals)
                    .hasSize(2);
        });
    }

    @Test
    void areComparedAgainOnceTheInventoryHasBeenRestored() {
        Instant backup = Instant.now();
        UUID completed = sagaThatEnded("COMPLETED");
        await().until(() -> comparedAs("completed").contains(completed.toString()));

        OrchestratorInstance.start("--orchestrator.reconciliation.claims-lost-since=" + backup)
                .close();

        await().untilAsserted(() -> assertThat(comparedAs("completed"))
                .filteredOn(completed.toString()::equals)
                .hasSize(2));
    }

    @Test
    void areReportedIfTheyAreMissingForACompletedOrder() {
        UUID completed = sagaThatEnded("COMPLETED");
        UUID byHand = sagaThatEnded("COMPLETED");
        acted(byHand, "RESOLVE_COMPLETED");
        UUID compensated = sagaThatEnded("COMPENSATED");
        UUID noOrders = noOrders(sagaThatEnded("COMPLETED"));
        double before = missing();

        handle(
                new ClaimMissing(noOrders),
                new ClaimMissing(completed),
                new ClaimMissing(byHand),
                new ClaimMissing(compensated));

        assertThat(missing()).isEqualTo(before + 1);
    }

    @Test
    void ofUnfinishedSagasAreKept() {
        List<UUID> sagas = PlacedOrder.startedSagas(4);
        UUID noOrders = noOrders(sagas.get(1));
        UUID ofVersion2 = sagas.get(2);
        database.sql("UPDATE saga SET created_at = clock_timestamp() - interval '2 days' WHERE id IN (?, ?, ?)")
                .params(sagas.getFirst(), noOrders, ofVersion2)
                .update();
        database.sql("UPDATE saga SET definition_version = 2 WHERE id = ?")
                .param(ofVersion2)
                .update();

        service.bean(Sweeps.class).tick("claims of unfinished sagas");

        await().untilAsserted(() -> assertThat(comparedAs("unfinished"))
                .contains(sagas.getFirst().toString(), ofVersion2.toString())
                .doesNotContain(sagas.getLast().toString(), noOrders.toString()));
        database.sql("DELETE FROM saga WHERE id IN (?, ?)")
                .params(noOrders, ofVersion2)
                .update();
    }

    private static double missing() {
        return service.bean(MeterRegistry.class)
                .get("claims.reconciled")
                .tag("action", "missing")
                .counter()
                .count();
    }

    /** The sagas that the inventory was asked about as completed, or as compensated, in the order of the questions. */
    private static List<String> comparedAs(String how) {
        return new PublishedRecords(Topics.INVENTORY_COMMANDS)
                .all().stream()
                        .filter(record -> "VerifyClaims".equals(PublishedRecords.header(record, "ce_type")))
                        .flatMap(record -> JSON.readTree(record.value()).path(how).values().stream())
                        .map(JsonNode::asString)
                        .toList();
    }

    private static UUID sagaThatEnded(String status) {
        UUID saga = PlacedOrder.startedSagas(1).getFirst();
        ended(saga, status);
        return saga;
    }

    private static void ended(UUID saga, String status) {
        database.sql("""
                        UPDATE saga SET status = ?, step = NULL, due_at = NULL, wake_at = NULL, version = version + 1,
                          updated_at = clock_timestamp(),
                          data = jsonb_set(data::jsonb, '{claim}', jsonb_build_object('id', id, 'token', id))::text
                        WHERE id = ?
                        """).param(status).param(saga).update();
    }

    /** Makes it a saga of another definition. */
    private static UUID noOrders(UUID saga) {
        database.sql(
                        "UPDATE saga SET definition = 'parcel', topic = 'parcels.events', version = version + 1 WHERE id = ?")
                .param(saga)
                .update();
        return saga;
    }

    private static void acted(UUID saga, String action) {
        database.sql("""
                        INSERT INTO saga_action (saga_id, action, operator, reason, requested_at, revision, step, direction, attempt)
                        VALUES (?, ?, 'kim', 'settled by hand', now(), 1, 'confirm', 'FORWARD', 1)
                        """).param(saga).param(action).update();
    }

    /** A saga's claim has the saga's own id here. */
    private static ClaimUnsettled unsettled(UUID saga) {
        return new ClaimUnsettled(saga, saga, Instant.now().minusSeconds(200));
    }

    private static void publish(InventoryEvent event) {
        UUID saga = switch (event) {
            case ClaimUnsettled unsettled -> unsettled.sagaId();
            case ClaimMissing missing -> missing.sagaId();
            case ClaimExpired expired -> UUID.fromString(expired.owner());
        };
        PlacedOrder.send(PlacedOrder.record(Topics.INVENTORY_EVENTS, saga, event));
    }

    private static void handle(InventoryEvent... events) {
        service.bean(TransactionOperations.class)
                .executeWithoutResult(
                        status -> service.bean(UnsettledClaims.class).settle(List.of(events)));
    }

    private static void awaitCommands(UUID saga, int count, String type) {
        await().until(() -> commandsOf(saga).stream().filter(type::equals).count() >= count);
    }

    private static List<String> commandsOf(UUID saga) {
        return new PublishedRecords(Topics.INVENTORY_COMMANDS)
                .of(saga).stream()
                        .map(command -> PublishedRecords.header(command, "ce_type"))
                        .toList();
    }
}
