package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** Payments that do not agree with how their saga has ended. */
class PaymentSettlementTest {

    private static OrchestratorInstance service;
    private static JdbcClient database;

    @BeforeAll
    static void start() {
        OrchestratorInstance.shared();
        service = OrchestratorInstance.start(
                "--orchestrator.settlement.interval=200ms",
                "--orchestrator.reconciliation.interval=200ms",
                "--orchestrator.reconciliation.payments-after=1s");
        database = service.database();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void areRefundedIfTheSagaHasEndedWithoutThem() {
        double before = found("refund-owed");
        UUID captured = payment("COMPENSATED", "CAPTURED");
        UUID open = payment("COMPENSATED", "OPEN");

        awaitState(captured, "REFUNDED");
        awaitState(open, "REFUNDED");
        assertThat(found("refund-owed")).isGreaterThanOrEqualTo(before + 2);
    }

    @Test
    void areRefundedIfNoSagaKnowsThem() {
        UUID saga = payment(null, "CAPTURED");

        awaitState(saga, "REFUNDED");
    }

    @Test
    void areLeftToOperatorsIfOneHasSettledThemByHandOrTheSagaIsForgotten() {
        double before = found("left-to-operator");
        UUID byHand = payment("COMPENSATED", "CAPTURED", """
                INSERT INTO saga_action (saga_id, action, operator, reason, requested_at, revision, step, direction, attempt)
                VALUES (:id, 'SKIP', 'kim', 'paid back by transfer', now(), 1, 'pay', 'BACKWARD', 1)
                """);
        UUID old = payment(
                null, "CAPTURED", "UPDATE payment SET created_at = now() - interval '20 days' WHERE saga_id = :id");
        database.sql("UPDATE payment SET settle_at = now() WHERE saga_id = ?")
                .param(old)
                .update();
        UUID completedUnpaid = payment("COMPLETED", "DECLINED");

        awaitCompared(byHand);
        awaitCompared(old);
        awaitCompared(completedUnpaid);

        assertThat(stateOf(byHand)).isEqualTo("CAPTURED");
        assertThat(stateOf(old)).isEqualTo("CAPTURED");
        await().untilAsserted(() -> assertThat(found("left-to-operator")).isGreaterThanOrEqualTo(before + 3));
    }

    /** Sagas of every version: one of another release has its payments settled here, too. */
    @Test
    void areLeftAloneWhileTheirSagaIsRunningAndIfItHasCompleted() {
        String newer = "UPDATE saga SET definition_version = 2 WHERE id = :id";
        List<UUID> running = List.of(payment("STUCK", "CAPTURED"), payment("STUCK", "CAPTURED", newer));
        List<UUID> completed = List.of(payment("COMPLETED", "CAPTURED"), payment("COMPLETED", "CAPTURED", newer));
        UUID after = payment(null, "CAPTURED");

        awaitState(after, "REFUNDED");

        assertThat(running).allSatisfy(saga -> {
            assertThat(stateOf(saga)).isEqualTo("CAPTURED");
            assertThat(isMarked(saga)).isTrue();
        });
        assertThat(completed).allSatisfy(saga -> {
            assertThat(stateOf(saga)).isEqualTo("CAPTURED");
            assertThat(isMarked(saga)).isFalse();
        });
        running.forEach(saga -> endAs("COMPENSATED", saga));
        running.forEach(saga -> awaitState(saga, "REFUNDED"));
    }

    private static UUID payment(@Nullable String sagaStatus, String state, String... further) {
        UUID id = sagaStatus == null
                ? UUID.randomUUID()
                : PlacedOrder.startedSagas(1).getFirst();
        if (sagaStatus != null) {
            endAs(sagaStatus, id);
        }
        service.bean(TransactionOperations.class).executeWithoutResult(status -> {
            database.sql("""
                            INSERT INTO payment (saga_id, state, amount, currency, gateway_reference, voided, attempt, version)
                            VALUES (?, ?, 1990, 'KRW', 'p-1', false, 1, 0)
                            """).param(id).param(state).update();
            for (String sql : further) {
                database.sql(sql).param("id", id).update();
            }
        });
        return id;
    }

    private static void endAs(String status, UUID saga) {
        database.sql("UPDATE saga SET status = ?, due_at = NULL, wake_at = NULL, version = version + 1 WHERE id = ?")
                .param(status)
                .param(saga)
                .update();
    }

    private static void awaitState(UUID saga, String state) {
        await().untilAsserted(() -> assertThat(stateOf(saga)).isEqualTo(state));
    }

    /** The sweep has passed it and has nothing more to do with it. */
    private static void awaitCompared(UUID saga) {
        await().until(() -> database.sql("""
                SELECT settle_at IS NULL AND created_at <= (SELECT position FROM reconciliation_progress WHERE name = 'payments')
                FROM payment WHERE saga_id = ?
                """).param(saga).query(Boolean.class).single());
    }

    private static String stateOf(UUID saga) {
        return database.sql("SELECT state FROM payment WHERE saga_id = ?")
                .param(saga)
                .query(String.class)
                .single();
    }

    private static boolean isMarked(UUID saga) {
        return database.sql("SELECT settle_at IS NOT NULL FROM payment WHERE saga_id = ?")
                .param(saga)
                .query(Boolean.class)
                .single();
    }

    /** By whichever of the instances on this database. */
    private static double found(String action) {
        return OrchestratorInstance.running().stream()
                .mapToDouble(instance -> instance.bean(MeterRegistry.class)
                        .get("payments.reconciled")
                        .tag("action", action)
                        .counter()
                        .count())
                .sum();
    }
}
