package dev.layeredsaga.orchestrator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PaymentTest {

    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final Duration LEASE = Duration.ofSeconds(28);
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
        payment.captured(CAPTURED);

        assertThatThrownBy(() -> payment.chargeCalled(NOW, LEASE)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void staysCapturedWhateverALateAnswerSays() {
        payment.chargeCalled(NOW, LEASE);
        payment.captured(CAPTURED);

        payment.declined("late");

        assertThat(payment.state()).isEqualTo(Payment.State.CAPTURED);
        assertThat(payment.gatewayReference()).isEqualTo("p-1");
    }

    @Test
    void staysRefundedWhenItsCaptureIsHeardOfAgain() {
        payment.chargeCalled(NOW, LEASE);
        payment.captured(CAPTURED);
        payment.undone(REFUNDED);

        payment.captured(CAPTURED);

        assertThat(payment.state()).isEqualTo(Payment.State.REFUNDED);
        assertThat(payment.refunded()).isEqualTo(PRICE);
    }

    @Test
    void leavesALaterCallOutWhenAnEarlierOneEnds() {
        Instant earlier = payment.chargeCalled(NOW, LEASE);
        Instant later = payment.chargeCalled(earlier, LEASE);

        payment.leftOpen(earlier);
        assertThat(payment.isCallOut(earlier)).isTrue();

        payment.leftOpen(later);
        assertThat(payment.isCallOut(earlier)).isFalse();
    }
}
