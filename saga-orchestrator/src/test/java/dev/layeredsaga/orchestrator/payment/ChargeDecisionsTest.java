package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.PRICE;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.charge;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.refund;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.refundAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.payment.ChargeDeclined;
import dev.layeredsaga.contract.payment.ChargeNotMade;
import dev.layeredsaga.contract.payment.ChargePayment;
import dev.layeredsaga.contract.payment.ChargeUnknown;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.RefundAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Declined;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChargeDecisionsTest {

    private final PaymentsOnDatabase payments = new PaymentsOnDatabase();
    private final UUID saga = UUID.randomUUID();

    @Test
    void asksTheGatewayForANewPayment() {
        GatewayCall.Charge call = charged(1);

        assertThat(call.askFirst()).isFalse();
        assertThat(call.chargeKey()).isEqualTo(saga + ":charge");
        assertThat(call.request().orderId()).isEqualTo(saga);
        assertThat(call.request().amount()).isEqualTo(PRICE);
        assertThat(call.isTooLate()).isFalse();
        assertThat(payments.replies(saga)).isEmpty();
    }

    @Test
    void doesNotAskTwiceWhileACallIsOutAndAnswersTheLatestAttempt() {
        GatewayCall.Charge call = charged(1);

        assertThat(payments.handle(charge(saga, 2))).isEmpty();
        payments.take(new ChargeAnswer(call, new Captured("p-1", PRICE)));

        assertThat(payments.lastReply(saga)).isEqualTo(new ChargeCaptured(attempt(2), "p-1", PRICE));
    }

    /** The caller may be gone, and the call's result is unknown to others until its lease ends. */
    @Test
    void doesNotLeaveASagaInSilenceWhileACallIsOut() {
        charged(1);

        payments.handle(charge(saga, 2));

        assertThat(payments.lastReply(saga))
                .isEqualTo(new ChargeNotMade(attempt(2), "a charge is still under way", Duration.ofSeconds(5)));
    }

    @Test
    void answersACapturedPaymentAtOnce() {
        captured();

        assertThat(payments.handle(charge(saga, 2))).isEmpty();
        assertThat(payments.lastReply(saga)).isEqualTo(new ChargeCaptured(attempt(2), "p-1", PRICE));
    }

    @Test
    void answersADeclinedPaymentAtOnce() {
        payments.take(new ChargeAnswer(charged(1), new Declined("fraud")));

        assertThat(payments.handle(charge(saga, 2))).isEmpty();
        assertThat(payments.replies(saga))
                .containsExactly(new ChargeDeclined(attempt(1), "fraud"), new ChargeDeclined(attempt(2), "fraud"));
    }

    @Test
    void asksTheGatewayFirstWhenThePaymentIsUnknown() {
        payments.take(new ChargeAnswer(charged(1), new Unknown("silence")));
        assertThat(payments.lastReply(saga)).isEqualTo(new ChargeUnknown(attempt(1), "silence"));

        assertThat(charged(2).askFirst()).isTrue();
    }

    @Test
    void asksTheGatewayFirstWhenALostSagaMayHavePaid() {
        ChargePayment again = new ChargePayment(attempt(1), PRICE, "pm_ok", true);

        assertThat(payments.handle(again))
                .singleElement()
                .isInstanceOfSatisfying(
                        GatewayCall.Charge.class,
                        call -> assertThat(call.askFirst()).isTrue());
    }

    @Test
    void passesOnHowLongTheGatewayWantsToBeLeftInPeace() {
        payments.take(new ChargeAnswer(charged(1), new NotMade("turned away", Duration.ofSeconds(9))));

        assertThat(payments.lastReply(saga))
                .isEqualTo(new ChargeNotMade(attempt(1), "turned away", Duration.ofSeconds(9)));
    }

    @Test
    void asksAgainWhenTheLeaseOfALostCallHasEnded() {
        charged(1);
        payments.leaseEnds(saga);

        assertThat(charged(2).askFirst()).isTrue();
    }

    @Test
    void asksTheGatewayAboutARefundOfAPaymentThatIsNotKnownHere() {
        GatewayCall.Refund question =
                (GatewayCall.Refund) payments.handle(refund(saga, 1)).getFirst();
        assertThat(payments.replies(saga)).isEmpty();

        payments.take(refundAnswer(question, new Refunded("p-1", PRICE)));

        assertThat(payments.lastReply(saga)).isEqualTo(new RefundMade(attempt(1), PRICE));
    }

    @Test
    void refusesAChargeAfterItsRefund() {
        payments.handle(refund(saga, 1)).forEach(call -> payments.take(refundAnswer(call, new NotFound())));

        assertThat(payments.handle(charge(saga, 1))).isEmpty();
        assertThat(payments.replies(saga))
                .hasExactlyElementsOfTypes(RefundMade.class, ChargeNotMade.class)
                .startsWith(new RefundMade(attempt(1), null));
    }

    @Test
    void waitsWithTheRefundWhileAChargeIsOut() {
        GatewayCall.Charge call = charged(1);

        assertThat(payments.handle(refund(saga, 1))).isEmpty();
        assertThat(payments.lastReply(saga))
                .isEqualTo(new RefundFailed(attempt(1), "a charge is still under way", true));

        payments.take(new ChargeAnswer(call, new Captured("p-1", PRICE)));
        assertThat(payments.handle(refund(saga, 2))).containsExactly(new GatewayCall.Refund(attempt(2), null, true));
    }

    @Test
    void startsNoFurtherChargeOnceARefundIsWanted() {
        GatewayCall.Charge call = charged(1);
        payments.handle(refund(saga, 1));
        payments.take(new ChargeAnswer(call, new Unknown("silence")));

        assertThat(payments.handle(charge(saga, 2))).isEmpty();
        assertThat(payments.lastReply(saga)).isInstanceOf(ChargeNotMade.class);
    }

    @Test
    void decidesAboutAChargeAndItsRefundInOneBatch() {
        List<GatewayCall> calls = payments.handle(charge(saga, 1), refund(saga, 1));

        assertThat(calls).hasExactlyElementsOfTypes(GatewayCall.Charge.class);
        assertThat(payments.replies(saga)).hasExactlyElementsOfTypes(RefundFailed.class);
    }

    @Test
    void refundsACapturedPaymentOnce() {
        captured();
        GatewayCall call = payments.handle(refund(saga, 1)).getFirst();
        payments.take(refundAnswer(call, new Refunded("p-1", PRICE)));
        assertThat(payments.lastReply(saga)).isEqualTo(new RefundMade(attempt(1), PRICE));

        assertThat(payments.handle(refund(saga, 2))).isEmpty();
        assertThat(payments.lastReply(saga)).isEqualTo(new RefundMade(attempt(2), PRICE));
    }

    @Test
    void doesNotAskTheGatewayToRefundWhatItDeclined() {
        payments.take(new ChargeAnswer(charged(1), new Declined("fraud")));

        assertThat(payments.handle(refund(saga, 1))).isEmpty();
        assertThat(payments.lastReply(saga)).isEqualTo(new RefundMade(attempt(1), null));
    }

    @Test
    void saysThatARefundIsNotMadeAndWhetherTryingAgainHelps() {
        captured();
        GatewayCall call = payments.handle(refund(saga, 1)).getFirst();

        payments.take(new RefundAnswer((GatewayCall.Refund) call, new Captured("p-1", PRICE), "too old", false));

        assertThat(payments.lastReply(saga)).isEqualTo(new RefundFailed(attempt(1), "too old", false));
        assertThat(payments.state(saga)).isEqualTo("CAPTURED");
    }

    /** Refunds that contradict what the gateway has said before. */
    @ParameterizedTest
    @CsvSource({"p-2, 1990, KRW", "p-1, 1, KRW", "p-1, 1990, USD"})
    void acceptsNoRefundOfAnotherPaymentAmountOrCurrency(String paymentId, long amount, String currency) {
        captured();
        GatewayCall call = payments.handle(refund(saga, 1)).getFirst();

        payments.take(refundAnswer(call, new Refunded(paymentId, new Money(amount, currency))));

        assertThat(payments.state(saga)).isEqualTo("CAPTURED");
        assertThat(payments.lastReply(saga)).isInstanceOf(RefundFailed.class);
    }

    @Test
    void takesTheSameAnswerInTwiceWithTheEffectOfOnce() {
        ChargeAnswer answer = new ChargeAnswer(charged(1), new Captured("p-1", PRICE));

        payments.take(answer, answer);

        assertThat(payments.state(saga)).isEqualTo("CAPTURED");
    }

    /** The saga compares it with its order; what is refunded is what was taken. */
    @Test
    void repliesWithTheAmountsThatWereCapturedAndRefundedWhateverWasAsked() {
        Money more = new Money(19900, "EUR");
        payments.take(new ChargeAnswer(charged(1), new Captured("p-1", more)));
        assertThat(payments.lastReply(saga)).isEqualTo(new ChargeCaptured(attempt(1), "p-1", more));

        GatewayCall call = payments.handle(refund(saga, 1)).getFirst();
        payments.take(refundAnswer(call, new Refunded("p-1", more)));
        assertThat(payments.lastReply(saga)).isEqualTo(new RefundMade(attempt(1), more));
    }

    /** The call outlives its lease; meanwhile the gateway knows nothing of it and the payment is voided. */
    @Test
    void givesBackWhatWasCapturedAfterItsCompensation() {
        GatewayCall.Charge frozen = charged(1);
        payments.leaseEnds(saga);
        payments.take(refundAnswer(payments.handle(refund(saga, 1)).getFirst(), new NotFound()));

        List<GatewayCall> followUps = payments.take(new ChargeAnswer(frozen, new Captured("p-1", PRICE)));

        assertThat(followUps).containsExactly(new GatewayCall.Refund(frozen.attempt(), null, false));
        assertThat(payments.take(refundAnswer(followUps.getFirst(), new Refunded("p-1", PRICE))))
                .isEmpty();
        assertThat(payments.state(saga)).isEqualTo("REFUNDED");
    }

    private GatewayCall.Charge charged(int attempt) {
        return (GatewayCall.Charge) payments.handle(charge(saga, attempt)).getFirst();
    }

    private void captured() {
        payments.take(new ChargeAnswer(charged(1), new Captured("p-1", PRICE)));
    }

    private StepAttempt attempt(int number) {
        return new StepAttempt(saga, "pay", number);
    }
}
