package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.charge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.payment.ChargePayment;
import dev.layeredsaga.contract.payment.RefundPayment;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests of the removal of payments with their sagas. */
class PaymentRetentionTest {

    private final PaymentsOnDatabase database = new PaymentsOnDatabase();
    private final UUID saga = UUID.randomUUID();
    private final UUID other = UUID.randomUUID();

    @Test
    void removesThePaymentsOfTheSagasAndNoOthers() {
        database.handle(charge(saga, 1), charge(other, 1));

        database.transaction()
                .executeWithoutResult(status -> database.payments().remove(List.of(saga)));

        assertThat(database.sql()
                        .sql("SELECT saga_id FROM payment WHERE saga_id IN (?, ?)")
                        .params(saga, other)
                        .query(UUID.class)
                        .list())
                .containsExactly(other);
    }

    @Test
    void hasNothingMoreToDoForASettledPayment() {
        GatewayCall.Charge call =
                (GatewayCall.Charge) database.handle(charge(saga, 1)).getFirst();
        database.take(new ChargeAnswer(call, new Captured("p-1", PaymentsOnDatabase.PRICE)));

        assertThat(database.unfinished(saga, other)).isEmpty();
    }

    /** The orchestrator knows steps by the names that their definitions give them. */
    @Test
    void answersTheStepThatAskedLast() {
        database.handle(
                new ChargePayment(new StepAttempt(saga, "deposit", 1), PaymentsOnDatabase.PRICE, "pm_ok", null));
        database.leaseEnds(saga);
        GatewayCall call = database.handle(new RefundPayment(new StepAttempt(saga, "balance", 2)))
                .getFirst();

        database.take(PaymentsOnDatabase.noAnswer(call));

        assertThat(database.lastReply(saga).attempt()).isEqualTo(new StepAttempt(saga, "balance", 2));
        assertThat(database.sql()
                        .sql("SELECT step FROM payment WHERE saga_id = ?")
                        .param(saga)
                        .query(String.class)
                        .single())
                .isEqualTo("balance");
    }
}
