package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.PRICE;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.charge;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.noAnswer;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.refund;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.refundAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.payment.ChargeDeclined;
import dev.layeredsaga.contract.payment.ChargeNotMade;
import dev.layeredsaga.contract.payment.ChargeUnknown;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayNotice.NoticeOutcome;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Declined;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Settled;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import org.junit.jupiter.api.Test;

/** Tests of gateway notifications beside the gateway's answers. */
class GatewayNotificationsTest extends NoticesOnDatabase {

    private static final Refunded REFUNDED = new Refunded("p-1", PRICE);

    @Test
    void letASagaGoOnWhoseChargeIsUnknownWithoutAsking() {
        payments.take(new ChargeAnswer(charged(1), new Unknown("silence")));

        assertThat(notified(CAPTURED)).isEqualTo(NoticeOutcome.TAKEN_IN);

        assertThat(payments.replies(saga))
                .containsExactly(
                        new ChargeUnknown(attempt(1), "silence"), new ChargeCaptured(attempt(1), "p-1", PRICE));
        assertThat(gateway.asked).isEmpty();
    }

    @Test
    void countOnceWithTheAnswerThatComesAfterThem() {
        GatewayCall.Charge call = charged(1);
        notified(CAPTURED);

        assertThat(payments.take(new ChargeAnswer(call, CAPTURED))).isEmpty();

        assertThat(payments.state(saga)).isEqualTo("CAPTURED");
        assertThat(payments.replies(saga)).containsOnly(new ChargeCaptured(attempt(1), "p-1", PRICE));
    }

    /** The answer that says nothing must not make the saga doubt what it has been notified of. */
    @Test
    void areNotDoubtedWhenTheAnswerIsLost() {
        GatewayCall.Charge call = charged(1);
        notified(CAPTURED);

        payments.take(new ChargeAnswer(call, new Unknown("silence")));

        assertThat(payments.lastReply(saga)).isEqualTo(new ChargeCaptured(attempt(1), "p-1", PRICE));
    }

    @Test
    void answerTheLatestAttempt() {
        charged(1);
        payments.handle(charge(saga, 2));

        notified(new Declined("fraud"));

        assertThat(payments.lastReply(saga)).isEqualTo(new ChargeDeclined(attempt(2), "fraud"));
    }

    @Test
    void leaveARefundedPaymentRefundedWhenTheCaptureIsNotifiedAfterwards() {
        charged(1);

        assertThat(notified(REFUNDED)).isEqualTo(NoticeOutcome.TAKEN_IN);
        assertThat(notified(CAPTURED)).isEqualTo(NoticeOutcome.NOTHING_NEW);

        assertThat(payments.state(saga)).isEqualTo("REFUNDED");
        assertThat(payments.replies(saga)).containsExactly(new ChargeDeclined(attempt(1), "refunded_at_the_gateway"));
        assertThat(gateway.asked).isEmpty();
    }

    @Test
    void letACompensatingSagaGoOnWithoutAsking() {
        captured();
        GatewayCall call = payments.handle(refund(saga, 1)).getFirst();

        notified(REFUNDED);

        assertThat(payments.lastReply(saga)).isEqualTo(new RefundMade(attempt(1), PRICE));
        payments.take(noAnswer(call));
        assertThat(payments.lastReply(saga)).isEqualTo(new RefundMade(attempt(1), PRICE));
    }

    @Test
    void oweBackOnceWhatIsCapturedAfterTheCompensation() {
        charged(1);
        payments.leaseEnds(saga);
        payments.take(refundAnswer(payments.handle(refund(saga, 1)).getFirst(), new NotFound()));
        gateway.inquiry = new Captured("p-1", PRICE);

        assertThat(notified(CAPTURED)).isEqualTo(NoticeOutcome.TAKEN_IN);
        notified(CAPTURED);
        await().untilAsserted(() -> assertThat(payments.state(saga)).isEqualTo("REFUNDED"));
        notified(CAPTURED);

        assertThat(gateway.asked)
                .filteredOn(asked -> asked.startsWith("refund"))
                .hasSize(1);
        assertThat(payments.replies(saga)).noneMatch(ChargeCaptured.class::isInstance);
    }

    /** The saga has given up, so whatever it asks later must not make it go on. */
    @Test
    void oweBackWhatIsCapturedThoughItWasDeclined() {
        payments.take(new ChargeAnswer(charged(1), new Declined("unauthorised")));
        gateway.inquiry = new Captured("p-1", PRICE);

        notified(CAPTURED);

        await().untilAsserted(() -> assertThat(payments.state(saga)).isEqualTo("REFUNDED"));
        payments.handle(charge(saga, 2));
        assertThat(payments.lastReply(saga)).isInstanceOf(ChargeNotMade.class);
        assertThat(payments.replies(saga)).noneMatch(ChargeCaptured.class::isInstance);
    }

    @Test
    void changeNothingWhenTheyDeclineWhatWasCaptured() {
        captured();

        assertThat(notified(new Declined("fraud"))).isEqualTo(NoticeOutcome.NOTHING_NEW);

        assertThat(payments.state(saga)).isEqualTo("CAPTURED");
        assertThat(payments.replies(saga)).hasSize(1);
    }

    @Test
    void notifyAFinishedSagaOfNothing() {
        captured();

        assertThat(notified(CAPTURED)).isEqualTo(NoticeOutcome.NOTHING_NEW);

        assertThat(payments.replies(saga)).hasSize(1);
    }

    @Test
    void recordButNotifyNoSagaOfWhatThePeopleAtTheGatewayGaveBack() {
        captured();

        assertThat(notified(REFUNDED)).isEqualTo(NoticeOutcome.TAKEN_IN);

        assertThat(payments.state(saga)).isEqualTo("REFUNDED");
        assertThat(payments.replies(saga)).hasSize(1);
    }

    /** The gateway was asked before it captured, and its answer is taken in after the news. */
    @Test
    void areNotForgottenForAnOlderAnswerThatKnewOfNothing() {
        charged(1);
        payments.leaseEnds(saga);
        GatewayCall call = payments.handle(refund(saga, 1)).getFirst();
        notified(CAPTURED);

        payments.take(refundAnswer(call, new NotFound()));

        assertThat(payments.state(saga)).isEqualTo("CAPTURED");
        assertThat(payments.lastReply(saga)).isInstanceOf(RefundFailed.class);
        assertThat(payments.handle(refund(saga, 2))).hasSize(1);
    }

    @Test
    void areAboutAPaymentThatIsKnown() {
        assertThat(notified(CAPTURED)).isEqualTo(NoticeOutcome.UNKNOWN_PAYMENT);
    }

    /** The saga compares it with its order, as it does with any capture. */
    @Test
    void notifyTheSagaOfTheAmountThatWasCapturedWhateverWasAsked() {
        charged(1);
        Money other = new Money(1991, "USD");

        assertThat(notified(new Captured("p-1", other))).isEqualTo(NoticeOutcome.TAKEN_IN);

        assertThat(payments.lastReply(saga)).isEqualTo(new ChargeCaptured(attempt(1), "p-1", other));
    }

    @Test
    void changeNothingWhenTheyAreAboutAnotherPayment() {
        charged(1);
        notified(CAPTURED);

        assertThat(notified(new Refunded("p-2", PRICE))).isEqualTo(NoticeOutcome.MISMATCH);
        assertThat(payments.state(saga)).isEqualTo("CAPTURED");
    }

    private NoticeOutcome notified(Settled news) {
        return notices.take(new GatewayNotice(saga, news));
    }

    private void captured() {
        payments.take(new ChargeAnswer(charged(1), CAPTURED));
    }
}
