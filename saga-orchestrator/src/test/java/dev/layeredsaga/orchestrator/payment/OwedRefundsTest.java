package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.PRICE;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.charge;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.refund;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.RefundDone;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NoAnswer;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The gateway took the money after the payment was undone, and the process that was to give it back has died. */
class OwedRefundsTest {

    private final PaymentsOnDatabase payments = new PaymentsOnDatabase();
    private final ScriptedGateway gateway = new ScriptedGateway();
    private final UUID saga = UUID.randomUUID();
    private final PaymentProcessor work = new PaymentProcessor(
            payments.payments(),
            payments.decisions(),
            new GatewayCaller(gateway, Tracing.off()),
            payments.answerQueue(payments.transaction()),
            Duration.ofSeconds(8));
    private final OwedRefunds owed = new OwedRefunds(payments.payments(), work);

    @BeforeEach
    void start() {
        payments.sql().sql("TRUNCATE payment").update();
        work.start();
    }

    @AfterEach
    void stop() {
        work.stop();
    }

    @Test
    void areGivenBackByWhoeverComesNext() {
        capturedAfterItsUndo();
        timeComes();
        gateway.inquiry = new Captured("p-1", PRICE);

        owed.giveBack();

        await().untilAsserted(() -> assertThat(payments.state(saga)).isEqualTo("REFUNDED"));
        timeComes();
        assertThat(payments.payments().takeOwedRefunds(10, Payments.REFUND_PAUSE))
                .isEmpty();
    }

    @Test
    void areTriedAgainLaterIfTheGatewayDoesNotAnswer() {
        capturedAfterItsUndo();
        timeComes();
        gateway.inquiry = new NoAnswer("away");
        owed.giveBack();
        await().until(() -> !payments.replies(saga).isEmpty()
                && payments.lastReply(saga).toString().contains("away"));

        assertThat(payments.payments().takeOwedRefunds(10, Payments.REFUND_PAUSE))
                .isEmpty();
        timeComes();
        assertThat(payments.payments().takeOwedRefunds(10, Payments.REFUND_PAUSE))
                .hasSize(1);
    }

    @Test
    void areNotWhatAnOrdinaryRefundIs() {
        payments.take(new ChargeAnswer(charged(), new Captured("p-1", PRICE)));
        payments.handle(refund(saga, 1));
        timeComes();

        assertThat(payments.payments().takeOwedRefunds(10, Payments.REFUND_PAUSE))
                .isEmpty();
    }

    @Test
    void keepTheirSagaFromBeingRemoved() {
        capturedAfterItsUndo();

        assertThat(payments.unfinished(saga)).containsExactly(saga);
    }

    private void capturedAfterItsUndo() {
        GatewayCall.Charge frozen = charged();
        payments.leaseEnds(saga);
        payments.take(new RefundDone(payments.handle(refund(saga, 1)).getFirst(), null));
        payments.take(new ChargeAnswer(frozen, new Captured("p-1", PRICE)));
    }

    private GatewayCall.Charge charged() {
        return (GatewayCall.Charge) payments.handle(charge(saga, 1)).getFirst();
    }

    private void timeComes() {
        payments.sql()
                .sql("UPDATE payment SET refund_due_at = clock_timestamp() WHERE refund_due_at IS NOT NULL")
                .update();
    }
}
