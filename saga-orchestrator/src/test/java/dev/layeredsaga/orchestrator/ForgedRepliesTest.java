package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.payment.ChargeDeclined;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.VerifiedReplies;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** Replies on {@code saga.replies} that the payment participant has not given. */
class ForgedRepliesTest {

    private static final Money PRICE = new Money(1990, "KRW");

    private final OrchestratorInstance service = OrchestratorInstance.shared();
    private final JdbcClient database = service.database();

    @Test
    void doNotConfirmAnOrderThatIsNotPaid() {
        UUID saga = sagaAtPay("OPEN", null);
        double before = refused();

        reply(saga, attempt -> new ChargeCaptured(attempt, "p-1", PRICE));

        assertThat(new PlacedOrder(saga).column("step")).isEqualTo("pay");
        assertThat(refused()).isEqualTo(before + 1);
    }

    @Test
    void doNotConfirmAnOrderOfAnotherAmount() {
        UUID saga = sagaAtPay("CAPTURED", "p-1");

        reply(saga, attempt -> new ChargeCaptured(attempt, "p-1", new Money(1, "KRW")));

        assertThat(new PlacedOrder(saga).column("step")).isEqualTo("pay");
        assertThat(new PlacedOrder(saga).column("status")).isEqualTo("RUNNING");
    }

    @Test
    void doNotConfirmAnOrderWhoseMoneyWentBack() {
        UUID saga = sagaAtPay("REFUNDED", "p-1");

        reply(saga, attempt -> new ChargeCaptured(attempt, "p-1", PRICE));

        assertThat(new PlacedOrder(saga).column("step")).isEqualTo("pay");
    }

    @Test
    void doNotUndoAnOrderWithAnotherReasonThanTheGateways() {
        UUID saga = sagaAtPay("DECLINED", "insufficient_funds");

        reply(saga, attempt -> new ChargeDeclined(attempt, "stolen_card"));

        assertThat(new PlacedOrder(saga).column("status")).isEqualTo("RUNNING");
    }

    @Test
    void doNotConfirmAnOrderByAnotherPayment() {
        UUID saga = sagaAtPay("CAPTURED", "p-1");

        reply(saga, attempt -> new ChargeCaptured(attempt, "p-2", PRICE));

        assertThat(new PlacedOrder(saga).column("step")).isEqualTo("pay");
    }

    @Test
    void doNotConfirmAnOrderWhosePaymentWasNeverAskedFor() {
        UUID saga = sagaAtPay("OPEN", null);
        database.sql("DELETE FROM payment WHERE saga_id = ?").param(saga).update();

        reply(saga, attempt -> new ChargeCaptured(attempt, "p-1", PRICE));

        assertThat(new PlacedOrder(saga).column("step")).isEqualTo("pay");
    }

    @Test
    void doNotUndoAnOrderThatIsPaid() {
        UUID saga = sagaAtPay("CAPTURED", "p-1");

        reply(saga, attempt -> new ChargeDeclined(attempt, "insufficient_funds"));

        assertThat(new PlacedOrder(saga).column("status")).isEqualTo("RUNNING");
    }

    @Test
    void doNotEndAnOrderWhoseMoneyIsNotBack() {
        UUID saga = sagaAtPay("CAPTURED", "p-1");
        database.sql("UPDATE saga SET direction = 'BACKWARD', status = 'COMPENSATING' WHERE id = ?")
                .param(saga)
                .update();

        reply(saga, attempt -> new RefundMade(attempt, PRICE));
        reply(saga, attempt -> new RefundMade(attempt, null));

        assertThat(new PlacedOrder(saga).column("step")).isEqualTo("pay");
    }

    @Test
    void haveTheParticipantAskedAgain() {
        UUID saga = sagaAtPay("CAPTURED", "p-1");

        reply(saga, attempt -> new ChargeCaptured(attempt, "p-2", PRICE));

        await().untilAsserted(
                        () -> assertThat(new PlacedOrder(saga).column("step")).isEqualTo("confirm"));
    }

    @Test
    void costTheOthersOfTheirPollNothing() {
        UUID forged = sagaAtPay("OPEN", null);
        UUID paid = sagaAtPay("CAPTURED", "p-1");

        handle(List.of(
                new ChargeCaptured(new StepAttempt(forged, "pay", 1), "p-1", PRICE),
                new ChargeCaptured(new StepAttempt(paid, "pay", 1), "p-1", PRICE)));

        assertThat(new PlacedOrder(forged).column("step")).isEqualTo("pay");
        assertThat(new PlacedOrder(paid).column("step")).isEqualTo("confirm");
    }

    @Test
    void areNotWorthAWarningIfNobodyAwaitsThem() {
        UUID saga = sagaAtPay("CAPTURED", "p-1");
        reply(saga, attempt -> new ChargeCaptured(attempt, "p-1", PRICE));
        double before = refused();

        reply(saga, attempt -> new ChargeCaptured(attempt, "p-2", PRICE));
        handle(List.of(new ClaimConfirmed(new StepAttempt(saga, "confirm", 1))));

        assertThat(refused()).isEqualTo(before);
        assertThat(new PlacedOrder(saga).column("status")).isEqualTo("COMPLETED");
    }

    @Test
    void stopAnOrderThatWasPaidWithAnotherAmount() {
        UUID saga = sagaAtPay("CAPTURED", "p-1");
        database.sql("UPDATE payment SET amount = 1 WHERE saga_id = ?")
                .param(saga)
                .update();

        reply(saga, attempt -> new ChargeCaptured(attempt, "p-1", new Money(1, "KRW")));

        assertThat(new PlacedOrder(saga).column("status")).isEqualTo("STUCK");
    }

    /** A saga whose first attempt at paying is out, and the participant's row as given. */
    private UUID sagaAtPay(String state, @Nullable String reference) {
        UUID saga = PlacedOrder.startedSagas(1).getFirst();
        database.sql("""
                INSERT INTO payment (saga_id, state, amount, currency, gateway_reference, voided, attempt, called_until, version)
                VALUES (?, ?, 1990, 'KRW', ?, false, 1,
                  CASE WHEN ? = 'OPEN' THEN clock_timestamp() + interval '1 hour' END, 0)
                """).param(saga).param(state).param(reference).param(state).update();
        database.sql("""
                UPDATE saga SET step = 'pay', attempt = 1, sent_at = now(),
                  data = jsonb_set(data::jsonb, '{claim}', jsonb_build_object('id', id, 'token', id))::text,
                  due_at = now() + interval '10 minutes', wake_at = now() + interval '10 minutes'
                WHERE id = ?
                """).param(saga).update();
        return saga;
    }

    private void reply(UUID saga, Function<StepAttempt, SagaReply> reply) {
        handle(List.of(reply.apply(new StepAttempt(saga, "pay", 1))));
    }

    private void handle(List<SagaReply> replies) {
        service.bean(TransactionOperations.class)
                .executeWithoutResult(
                        status -> service.bean(VerifiedReplies.class).handle(replies));
    }

    private double refused() {
        return service.bean(MeterRegistry.class)
                .get("saga.replies.refused")
                .counter()
                .count();
    }
}
