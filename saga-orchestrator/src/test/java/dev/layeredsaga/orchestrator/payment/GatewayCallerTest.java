package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.PRICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.RefundAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeRequest;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Declined;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GatewayCallerTest {

    private static final UUID SAGA = UUID.fromString("00000000-0000-7000-8000-000000000001");
    private static final StepAttempt ATTEMPT = new StepAttempt(SAGA, "pay", 1);
    private static final GatewayCall.Refund REFUND = new GatewayCall.Refund(ATTEMPT, null, true);

    private final ScriptedGateway gateway = new ScriptedGateway();
    private final GatewayCaller caller = new GatewayCaller(gateway, Tracing.off());

    @Test
    void chargesAtOnceWhenNothingWasEverAsked() {
        assertThat(result(charge(false))).isEqualTo(new Captured("p-1", PRICE));
        assertThat(gateway.asked).containsExactly("charge " + SAGA + ":charge");
    }

    @Test
    void asksFirstAndChargesWithTheSameKeyWhenTheGatewayKnowsNothing() {
        assertThat(result(charge(true))).isEqualTo(new Captured("p-1", PRICE));
        assertThat(gateway.asked).containsExactly("find " + SAGA + ":charge", "charge " + SAGA + ":charge");
    }

    static Stream<Arguments> settledInquiries() {
        return Stream.of(
                arguments(new Captured("p-7", PRICE), new Captured("p-7", PRICE)),
                arguments(new Declined("fraud"), new Declined("fraud")),
                arguments(new Refunded("p-7", PRICE), new Refunded("p-7", PRICE)),
                arguments(new Unknown("down"), new Unknown("down")));
    }

    @ParameterizedTest
    @MethodSource("settledInquiries")
    void doesNotChargeAgainUnlessTheGatewayKnowsNothing(Inquiry inquiry, ChargeResult result) {
        gateway.inquiry = inquiry;

        assertThat(result(charge(true))).isEqualTo(result);
        assertThat(gateway.asked).containsExactly("find " + SAGA + ":charge");
    }

    @Test
    void doesNotBeginAChargeTooLate() {
        GatewayCall.Charge late = charge(false, System.nanoTime() - 1);

        assertThat(result(late)).isInstanceOf(NotMade.class);
        assertThat(gateway.asked).isEmpty();
    }

    static Stream<Inquiry> recordsWithoutMoney() {
        return Stream.of(new Refunded("p-7", PRICE), new Declined("fraud"), new NotFound(), new Unknown("down"));
    }

    @ParameterizedTest
    @MethodSource("recordsWithoutMoney")
    void refundsNothingUnlessTheGatewayHasCaptured(Inquiry inquiry) {
        gateway.inquiry = inquiry;

        assertThat(caller.ask(REFUND).fact()).isEqualTo(inquiry);
        assertThat(gateway.asked).containsExactly("find " + SAGA + ":charge");
    }

    @Test
    void refundsWhatTheGatewayHasCaptured() {
        gateway.inquiry = new Captured("p-7", PRICE);

        assertThat(caller.ask(REFUND).fact()).isEqualTo(new Refunded("p-7", PRICE));
        assertThat(gateway.asked)
                .containsExactly(
                        "find " + SAGA + ":charge", "refund p-7 " + SAGA + ":refund", "find " + SAGA + ":charge");
    }

    static Stream<Arguments> refundResults() {
        return Stream.of(
                arguments(
                        new RefundResult.Accepted(),
                        "the gateway has accepted the refund, and its record does not show it",
                        true),
                arguments(new RefundResult.Declined("too_old"), "the gateway declines the refund: too_old", false),
                arguments(new RefundResult.Unknown("silence"), "silence", true));
    }

    @ParameterizedTest
    @MethodSource("refundResults")
    void acceptsARefundOnceTheRecordShowsIt(RefundResult result, String problem, boolean retryable) {
        Captured captured = new Captured("p-7", PRICE);
        gateway.inquiry = captured;
        gateway.whenRefunding = () -> {};
        gateway.refund = result;
        assertThat(caller.ask(REFUND)).isEqualTo(new RefundAnswer(REFUND, captured, problem, retryable));

        gateway.whenRefunding = () -> gateway.inquiry = new Refunded("p-7", PRICE);
        assertThat(caller.ask(REFUND).fact()).isEqualTo(new Refunded("p-7", PRICE));
    }

    @Test
    void leavesTheMatterOpenWhenTheClientItselfFails() {
        gateway.broken = true;

        assertThat(result(charge(false))).isInstanceOf(Unknown.class);
        assertThat(caller.ask(REFUND))
                .isEqualTo(RefundAnswer.unknown(REFUND, "the call failed: IllegalArgumentException"));
    }

    private ChargeResult result(GatewayCall.Charge call) {
        return ((ChargeAnswer) caller.ask(call)).fact();
    }

    private static GatewayCall.Charge charge(boolean askFirst) {
        return charge(askFirst, System.nanoTime() + Duration.ofMinutes(1).toNanos());
    }

    private static GatewayCall.Charge charge(boolean askFirst, long beginBefore) {
        ChargeRequest request = new ChargeRequest(SAGA, new Money(1990, "KRW"), "pm_ok");
        return new GatewayCall.Charge(ATTEMPT, request, askFirst, beginBefore, Instant.EPOCH, null);
    }
}
