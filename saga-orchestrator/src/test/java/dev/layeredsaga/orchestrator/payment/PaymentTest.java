package dev.layeredsaga.orchestrator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.orchestrator.payment.Payment.Settlement;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Declined;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.GatewayFact;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PaymentTest {

    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final Duration LEASE = Duration.ofSeconds(28);
    private static final SettlementSettings SETTINGS =
            new SettlementSettings(Duration.ofSeconds(10), Duration.ofHours(1), Duration.ofMinutes(1), 6, 100);
    private static final Duration AGE = Duration.ofMinutes(6);
    private static final Money PRICE = new Money(1990, "KRW");
    private static final Captured CAPTURED = new Captured("p-1", PRICE);
    private static final Refunded REFUNDED = new Refunded("p-1", PRICE);

    private final Payment payment = new Payment(new StepAttempt(UUID.randomUUID(), "pay", 1), PRICE);

    @Test
    void hasACallOutUntilItsLeaseEnds() {
        Instant end = payment.chargeCalled(NOW, LEASE);

        assertThat(end).isEqualTo(NOW.plus(LEASE));
        assertThat(payment.isCallOut(end.minusMillis(1))).isTrue();
        assertThat(payment.isCallOut(end)).isFalse();
    }

    @Test
    void mustNotBeChargedOnceItIsVoided() {
        payment.forbidCharges();

        assertThatThrownBy(() -> payment.chargeCalled(NOW, LEASE)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void mustNotBeChargedOnceItIsSettled() {
        payment.chargeCalled(NOW, LEASE);
        payment.apply(CAPTURED);

        assertThatThrownBy(() -> payment.chargeCalled(NOW, LEASE)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void staysCapturedWhateverALateAnswerSays() {
        payment.chargeCalled(NOW, LEASE);
        payment.apply(CAPTURED);

        payment.apply(new Declined("late"));

        assertThat(payment.state()).isEqualTo(Payment.State.CAPTURED);
        assertThat(payment.gatewayReference()).isEqualTo("p-1");
    }

    @Test
    void staysRefundedWhenItsCaptureIsNotifiedAgain() {
        payment.chargeCalled(NOW, LEASE);
        payment.apply(CAPTURED);
        payment.apply(REFUNDED);

        payment.apply(CAPTURED);

        assertThat(payment.state()).isEqualTo(Payment.State.REFUNDED);
        assertThat(payment.refunded()).isEqualTo(PRICE);
    }

    @Test
    void leavesALaterCallOutWhenAnEarlierOneEnds() {
        Instant earlier = payment.chargeCalled(NOW, LEASE);
        Instant later = payment.chargeCalled(earlier, LEASE);

        payment.callEnded(earlier);
        assertThat(payment.isCallOut(earlier)).isTrue();

        payment.callEnded(later);
        assertThat(payment.isCallOut(earlier)).isFalse();
    }

    /** Every fact in every state, with a saga that wants the money and with one that has compensated the payment. */
    @ParameterizedTest
    @CsvSource({
        // before, voided; after: captured, declined, refunded, not found, not made or unknown
        "NEW, false, CAPTURED, DECLINED, REFUNDED, NEW, NEW",
        "OPEN, false, CAPTURED, DECLINED, REFUNDED, OPEN, OPEN",
        "OPEN, true, CAPTURED, VOID, REFUNDED, VOID, OPEN",
        "CAPTURED, false, CAPTURED, CAPTURED, REFUNDED, CAPTURED, CAPTURED",
        "CAPTURED, true, CAPTURED, CAPTURED, REFUNDED, CAPTURED, CAPTURED",
        "DECLINED, false, OWED, DECLINED, REFUNDED, DECLINED, DECLINED",
        "VOID, true, OWED, VOID, REFUNDED, VOID, VOID",
        "OWED, true, OWED, OWED, REFUNDED, OWED, OWED",
        "REFUNDED, true, REFUNDED, REFUNDED, REFUNDED, REFUNDED, REFUNDED",
        "REFUNDED, false, REFUNDED, REFUNDED, REFUNDED, REFUNDED, REFUNDED"
    })
    void knowsWhatEachFactMeansInEachState(
            Payment.State before,
            boolean voided,
            Payment.State captured,
            Payment.State declined,
            Payment.State refunded,
            Payment.State notFound,
            Payment.State nothingNew) {
        assertThat(after(before, voided, CAPTURED)).isEqualTo(captured);
        assertThat(after(before, voided, new Declined("fraud"))).isEqualTo(declined);
        assertThat(after(before, voided, REFUNDED)).isEqualTo(refunded);
        assertThat(after(before, voided, new NotFound())).isEqualTo(notFound);
        assertThat(after(before, voided, new NotMade("down", null))).isEqualTo(nothingNew);
        assertThat(after(before, voided, new Unknown("silence"))).isEqualTo(nothingNew);
    }

    private static Payment.State after(Payment.State before, boolean voided, GatewayFact fact) {
        Payment payment = in(before, voided);
        payment.apply(fact);
        return payment.state();
    }

    private static Payment in(Payment.State state, boolean voided) {
        Payment payment = new Payment(new StepAttempt(UUID.randomUUID(), "pay", 1), PRICE);
        if (state != Payment.State.NEW) {
            payment.chargeCalled(NOW.minus(LEASE), LEASE);
        }
        if (voided) {
            payment.forbidCharges();
        }
        List<GatewayFact> way = switch (state) {
            case NEW, OPEN -> List.of();
            case CAPTURED -> List.of(CAPTURED);
            case DECLINED -> List.of(new Declined("fraud"));
            case VOID -> List.of(new NotFound());
            case OWED -> List.of(new NotFound(), CAPTURED);
            case REFUNDED -> List.of(REFUNDED);
        };
        way.forEach(payment::apply);
        assertThat(payment.state()).isEqualTo(state);
        return payment;
    }

    /** Every state with every standing of its saga. */
    @ParameterizedTest
    @CsvSource({
        // state, voided; under way, completed, compensated, compensated by hand, none, forgotten
        "NEW, false, LATER, FOR_OPERATORS, NOTHING, NOTHING, NOTHING, NOTHING",
        "OPEN, false, LATER, FOR_OPERATORS, GIVE_BACK, FOR_OPERATORS, GIVE_BACK, FOR_OPERATORS",
        "CAPTURED, false, LATER, NOTHING, GIVE_BACK, FOR_OPERATORS, GIVE_BACK, FOR_OPERATORS",
        "CAPTURED, true, LATER, FOR_OPERATORS, GIVE_BACK, FOR_OPERATORS, GIVE_BACK, FOR_OPERATORS",
        "DECLINED, false, LATER, FOR_OPERATORS, NOTHING, NOTHING, NOTHING, NOTHING",
        "VOID, true, LATER, FOR_OPERATORS, NOTHING, NOTHING, NOTHING, NOTHING",
        "REFUNDED, true, LATER, FOR_OPERATORS, NOTHING, NOTHING, NOTHING, NOTHING",
        "OWED, true, GIVE_BACK, GIVE_BACK, GIVE_BACK, GIVE_BACK, GIVE_BACK, GIVE_BACK"
    })
    void isSettledByHowItsSagaStands(
            Payment.State state,
            boolean voided,
            Settlement running,
            Settlement completed,
            Settlement compensated,
            Settlement byHand,
            Settlement none,
            Settlement forgotten) {
        assertThat(settled(state, voided, SagaStanding.UNDER_WAY)).isEqualTo(running);
        assertThat(settled(state, voided, SagaStanding.COMPLETED)).isEqualTo(completed);
        assertThat(settled(state, voided, SagaStanding.COMPENSATED)).isEqualTo(compensated);
        assertThat(settled(state, voided, SagaStanding.COMPENSATED_BY_HAND)).isEqualTo(byHand);
        assertThat(settled(state, voided, SagaStanding.NONE)).isEqualTo(none);
        assertThat(settled(state, voided, SagaStanding.FORGOTTEN)).isEqualTo(forgotten);
    }

    @Test
    void isLeftAloneByTheSettlementWhileACallIsOut() {
        payment.chargeCalled(NOW, LEASE);

        assertThat(payment.settle(SagaStanding.COMPENSATED, AGE, NOW, SETTINGS)).isEqualTo(Settlement.LATER);
        assertThat(payment.settle(SagaStanding.COMPENSATED, AGE, NOW.plus(LEASE), SETTINGS))
                .isEqualTo(Settlement.GIVE_BACK);
        assertThat(payment.isVoided()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Payment.State.class,
            names = {"DECLINED", "VOID"})
    void isInquiredAboutAsOftenAsWasSaid(Payment.State withoutMoney) {
        Payment unclear = in(withoutMoney, withoutMoney == Payment.State.VOID);
        unclear.inquireAt(NOW, 2);

        assertThat(unclear.settle(SagaStanding.COMPENSATED, AGE, NOW, SETTINGS)).isEqualTo(Settlement.INQUIRE);
        assertThat(unclear.settle(SagaStanding.COMPENSATED, AGE, NOW, SETTINGS)).isEqualTo(Settlement.INQUIRE);
        assertThat(unclear.settle(SagaStanding.COMPENSATED, AGE, NOW, SETTINGS)).isEqualTo(Settlement.NOTHING);
    }

    private static Settlement settled(Payment.State state, boolean voided, SagaStanding saga) {
        return in(state, voided).settle(saga, AGE, NOW, SETTINGS);
    }

    @ParameterizedTest
    @EnumSource(SagaStanding.class)
    void isNotGivenBackAsAWholeBesideItsParts(SagaStanding saga) {
        payment.chargeCalled(NOW, LEASE);
        payment.apply(CAPTURED);
        assertThat(payment.promise(new Money(1, "KRW"))).isNull();

        assertThat(payment.settle(saga, AGE, NOW, SETTINGS))
                .isEqualTo(
                        switch (saga) {
                            case UNDER_WAY -> Settlement.LATER;
                            case COMPLETED -> Settlement.NOTHING;
                            case COMPENSATED, COMPENSATED_BY_HAND, NONE, FORGOTTEN -> Settlement.FOR_OPERATORS;
                        });
        assertThat(payment.state()).isEqualTo(Payment.State.CAPTURED);
    }

    @Test
    void isRefundedWhenMoreHasGoneBackThanItsParts() {
        payment.chargeCalled(NOW, LEASE);
        payment.apply(CAPTURED);
        assertThat(payment.promise(new Money(1989, "KRW"))).isNull();

        payment.apply(REFUNDED);

        assertThat(payment.state()).isEqualTo(Payment.State.REFUNDED);
    }
}
