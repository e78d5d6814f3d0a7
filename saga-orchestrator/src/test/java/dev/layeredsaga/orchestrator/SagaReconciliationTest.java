package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Sagas whose reply is lost and that the due-loop would not wake; no answers come for the inventory here. */
class SagaReconciliationTest {

    private static OrchestratorInstance service;
    private static JdbcClient database;

    @BeforeAll
    static void start() {
        OrchestratorInstance.shared();
        service = OrchestratorInstance.start("--orchestrator.reconciliation.interval=200ms");
        database = service.database();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void areMadeDueIfTheyHaveNoTime() {
        double before = madeDue();
        UUID saga = saga("due_at = NULL, wake_at = NULL");

        awaitAttempt(saga, 2);

        await().until(() -> madeDue() > before);
    }

    /** For an instance of the release that has it. */
    @Test
    void areMadeDueWhateverVersionTheyHave() {
        UUID saga = saga("definition_version = 2, due_at = NULL, wake_at = NULL");

        await().until(() -> database.sql("SELECT due_at IS NOT NULL FROM saga WHERE id = ?")
                .param(saga)
                .query(Boolean.class)
                .single());
    }

    @Test
    void areMadeDueIfTheirTimeIsFarBeyondTheirDeadline() {
        UUID forward = saga("due_at = now() + interval '3 days', wake_at = now() + interval '3 days'");
        UUID backward = saga(
                "direction = 'BACKWARD', status = 'COMPENSATING', due_at = now() + interval '3 days', wake_at = now() + interval '3 days'");

        awaitAttempt(forward, 2);
        awaitAttempt(backward, 2);
    }

    @Test
    void areLeftAloneIfTheyWaitForAnOperatorOrForTheirTime() {
        UUID stuck = saga("status = 'STUCK', due_at = NULL, wake_at = NULL");
        UUID waiting = saga("due_at = now() + interval '1 minute', wake_at = now() + interval '1 minute'");
        UUID forgotten = saga("due_at = NULL, wake_at = NULL");

        awaitAttempt(forgotten, 2);

        assertThat(attempt(stuck)).isEqualTo(1);
        assertThat(attempt(waiting)).isEqualTo(1);
    }

    @Test
    void goOnAlthoughTheReplyToTheirPaymentIsDeletedAndNothingWouldDriveThem() {
        UUID saga = saga("step = 'pay', due_at = NULL, wake_at = NULL,"
                + " data = jsonb_set(data::jsonb, '{claim}', jsonb_build_object('id', id, 'token', id))::text");
        database.sql("""
                INSERT INTO payment (saga_id, state, amount, currency, gateway_reference, voided, attempt, version)
                VALUES (?, 'CAPTURED', 1990, 'KRW', 'p-1', false, 1, 0)
                """).param(saga).update();

        await().until(() -> "confirm".equals(stepOf(saga)));
    }

    private static String stepOf(UUID saga) {
        return database.sql("SELECT step FROM saga WHERE id = ?")
                .param(saga)
                .query(String.class)
                .single();
    }

    private static UUID saga(String change) {
        UUID saga = PlacedOrder.startedSagas(1).getFirst();
        database.sql("UPDATE saga SET updated_at = now() - interval '1 hour', version = version + 1, " + change
                        + " WHERE id = ?")
                .param(saga)
                .update();
        return saga;
    }

    private static void awaitAttempt(UUID saga, int number) {
        await().untilAsserted(() -> assertThat(attempt(saga)).isGreaterThanOrEqualTo(number));
    }

    private static int attempt(UUID saga) {
        return database.sql("SELECT attempt FROM saga WHERE id = ?")
                .param(saga)
                .query(Integer.class)
                .single();
    }

    /** By whichever of the instances on this database. */
    private static double madeDue() {
        return OrchestratorInstance.running().stream()
                .mapToDouble(instance -> instance.bean(MeterRegistry.class)
                        .get("sagas.reconciled")
                        .tag("action", "made-due")
                        .counter()
                        .count())
                .sum();
    }
}
