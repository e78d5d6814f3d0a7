package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.PRICE;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.charge;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.refund;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.payment.ChargePayment;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.RefundDone;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Declined;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NoAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A charge reaches the gateway after its caller has given up and the payment was voided, and no webhook tells of it. */
class LateChargesTest {

    private static final LateChargeSettings SETTINGS =
            new LateChargeSettings(Duration.ofSeconds(10), Duration.ofMinutes(1), 3);

    private final PaymentsOnDatabase payments = new PaymentsOnDatabase();
    private final ScriptedGateway gateway = new ScriptedGateway();
    private final UUID saga = UUID.randomUUID();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final PaymentProcessor work = new PaymentProcessor(
            payments.payments(),
            payments.decisions(),
            new GatewayCaller(gateway, Tracing.off()),
            payments.answerQueue(payments.transaction()),
            Duration.ofSeconds(8));
    private final LateCharges lateCharges = new LateCharges(payments.payments(), work, SETTINGS, meters);

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
    void areGivenBack() {
        voidedUnknown();
        gateway.inquiry = new Captured("p-1", PRICE);

        inquireWhenItsTimeComes();

        await().untilAsserted(() -> assertThat(payments.state(saga)).isEqualTo("REFUNDED"));
        assertThat(gateway.asked).contains("refund p-1 " + saga + ":refund");
        assertThat(meters.get("payments.reconciled")
                        .tag("action", "asked-again")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    /** The first call captures, the gateway's record does not show it in time, and the second call is refused. */
    @Test
    void areLookedForAfterADeclineThatAnEarlierCallLeavesInDoubt() {
        take(charge(saga, 1), new Unknown("no answer"));
        take(charge(saga, 2), new Declined("insufficient_funds"));
        assertThat(payments.state(saga)).isEqualTo("DECLINED");
        gateway.inquiry = new Captured("p-1", PRICE);

        inquireWhenItsTimeComes();

        await().untilAsserted(() -> assertThat(payments.state(saga)).isEqualTo("REFUNDED"));
    }

    @Test
    void areNotLookedForAfterADeclineWithoutDoubt() {
        take(charge(saga, 1), new Declined("insufficient_funds"));

        assertThat(isSet("inquire_at")).isFalse();
    }

    private void take(ChargePayment charge, ChargeResult result) {
        GatewayCall.Charge call = (GatewayCall.Charge) payments.handle(charge).getFirst();
        payments.take(new ChargeAnswer(call, result));
    }

    @Test
    void areOwedUntilTheMoneyIsBack() {
        voidedUnknown();
        gateway.inquiry = new Captured("p-1", PRICE);
        gateway.refund = new RefundResult.Unknown("away");

        inquireWhenItsTimeComes();

        await().untilAsserted(() -> assertThat(payments.state(saga)).isEqualTo("CAPTURED"));
        assertThat(isSet("refund_due_at")).isTrue();
    }

    @Tag("timing")
    @Test
    void areAskedAboutAFewTimesAtGrowingDistance() {
        voidedUnknown();

        inquireWhenItsTimeComes();
        assertThat(secondsUntilNext()).isBetween(230.0, 240.0);
        inquireWhenItsTimeComes();
        assertThat(secondsUntilNext()).isBetween(950.0, 960.0);
        inquireWhenItsTimeComes();

        assertThat(isSet("inquire_at")).isFalse();
        await().untilAsserted(() -> assertThat(inquiries()).hasSize(3));
        assertThat(payments.state(saga)).isEqualTo("VOID");
    }

    @Tag("timing")
    @Test
    void areAskedAboutUntilTheGatewayAnswers() {
        voidedUnknown();
        gateway.inquiry = new NoAnswer("away");
        for (int times = 1; times <= SETTINGS.times() + 1; times++) {
            int asked = times;
            inquireWhenItsTimeComes();
            await().untilAsserted(() -> assertThat(inquiries()).hasSize(asked));
            await().untilAsserted(() -> assertThat(secondsUntilNext()).isLessThan(61));
        }
    }

    @Test
    void areNotAskedAboutBeforeTheirTimeNorIfNoneWasCalled() {
        voidedUnknown();
        payments.handle(refund(UUID.randomUUID(), 1));

        lateCharges.inquire();

        assertThat(payments.payments().takeInquiries(10, SETTINGS.firstAfter(), 3))
                .isEmpty();
        assertThat(inquiries()).isEmpty();
    }

    @Test
    void keepTheirSagaFromBeingRemoved() {
        voidedUnknown();

        assertThat(payments.unfinished(saga)).containsExactly(saga);
    }

    /** The call is out, and the gateway knows nothing of it when the saga undoes it. */
    private void voidedUnknown() {
        payments.handle(charge(saga, 1));
        payments.leaseEnds(saga);
        payments.take(new RefundDone(payments.handle(refund(saga, 1)).getFirst(), null));
        assertThat(payments.state(saga)).isEqualTo("VOID");
    }

    private void inquireWhenItsTimeComes() {
        payments.sql()
                .sql("UPDATE payment SET inquire_at = clock_timestamp() WHERE inquire_at IS NOT NULL")
                .update();
        lateCharges.inquire();
    }

    private List<String> inquiries() {
        return gateway.asked.stream().filter(call -> call.startsWith("find ")).toList();
    }

    private double secondsUntilNext() {
        return payments.sql()
                .sql(
                        "SELECT coalesce(extract(epoch FROM inquire_at - clock_timestamp()), 1e9) FROM payment WHERE saga_id = ?")
                .param(saga)
                .query(Double.class)
                .single();
    }

    private boolean isSet(String column) {
        return payments.sql()
                .sql("SELECT " + column + " IS NOT NULL FROM payment WHERE saga_id = ?")
                .param(saga)
                .query(Boolean.class)
                .single();
    }
}
