package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.PRICE;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.charge;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.refund;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.refundAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.order.OrderSagaEvent.PaymentCaptured;
import dev.layeredsaga.contract.payment.ChargePayment;
import dev.layeredsaga.messaging.heartbeat.Activity;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.sweep.Sweeps;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Declined;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Payments that were captured after their compensation, or settled without money although a call was out. */
class SettlementTest {

    private static final SettlementSettings SETTINGS =
            new SettlementSettings(Duration.ofSeconds(10), Duration.ofHours(1), Duration.ofMinutes(1), 6, 10);

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
    private final Settlement settlement = new Settlement(
            payments.payments(), ids -> Map.of(), work, payments.transaction(), SETTINGS, Duration.ofDays(30), meters);

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
    void givesBackWhatALateChargeHasCaptured() {
        voidedUnknown();
        gateway.inquiry = new Captured("p-1", PRICE);

        settleWhenTheTimeComes();

        awaitState("REFUNDED");
        assertThat(gateway.asked).contains("refund p-1 " + saga + ":refund");
        assertThat(count("asked-again")).isEqualTo(1);
        assertThat(isDue()).isFalse();
    }

    /** The first call captures, the gateway's record does not show it in time, and the second call is refused. */
    @Test
    void looksForAChargeAfterADeclineThatAnEarlierCallLeavesInDoubt() {
        take(charge(saga, 1), new Unknown("no answer"));
        take(charge(saga, 2), new Declined("insufficient_funds"));
        assertThat(payments.state(saga)).isEqualTo("DECLINED");
        gateway.inquiry = new Captured("p-1", PRICE);

        settleWhenTheTimeComes();

        awaitState("REFUNDED");
    }

    /** A try captures, the gateway takes the next one for a duplicate and reports that as a declined payment. */
    @Test
    void looksForAChargeAfterADeclineThatIsNotifiedWhileACallIsOut() {
        payments.handle(charge(saga, 1));
        new GatewayNotifications(payments.answers(), work, payments::keep, payments.transaction())
                .take(new GatewayNotice(saga, new Declined("duplicate")));
        assertThat(payments.state(saga)).isEqualTo("DECLINED");
        gateway.inquiry = new Captured("p-1", PRICE);

        settleWhenTheTimeComes();

        awaitState("REFUNDED");
    }

    @Test
    void looksForNoneAfterADeclineWithoutDoubt() {
        take(charge(saga, 1), new Declined("insufficient_funds"));

        assertThat(isDue()).isFalse();
    }

    @Test
    void owesTheMoneyUntilItIsBack() {
        voidedUnknown();
        gateway.inquiry = new Captured("p-1", PRICE);
        gateway.refund = new RefundResult.Unknown("away");
        settleWhenTheTimeComes();
        awaitState("OWED");

        settleWhenTheTimeComes();
        awaitQuestions(2);
        gateway.refund = new RefundResult.Accepted();
        settleWhenTheTimeComes();

        awaitState("REFUNDED");
        assertThat(isDue()).isFalse();
    }

    /** The process that was to give it back at once has died. */
    @Test
    void givesBackWhatWasCapturedAfterItsCompensation() {
        capturedAfterItsCompensation();
        assertThat(payments.state(saga)).isEqualTo("OWED");
        gateway.inquiry = new Captured("p-1", PRICE);

        settleWhenTheTimeComes();

        awaitState("REFUNDED");
    }

    @Test
    void givesBackWhatTheDatabaseHasLost() {
        gateway.inquiry = new Captured("p-1", PRICE);
        gateway.refund = new RefundResult.Unknown("away");
        lookFor(saga);
        settleWhenTheTimeComes();
        awaitState("CAPTURED");

        gateway.refund = new RefundResult.Accepted();
        settleWhenTheTimeComes();

        awaitState("REFUNDED");
    }

    /** The charge may have been made after the backup. */
    @Test
    void givesBackWhatWasCapturedForAPaymentOfWhichTheDatabaseKnowsOnlyTheRequest() {
        payments.handle(charge(saga, 1));
        payments.sql()
                .sql("UPDATE payment SET state = 'NEW', called_until = NULL")
                .update();
        gateway.inquiry = new Captured("p-1", PRICE);

        lookFor(saga);
        settleWhenTheTimeComes();

        awaitState("REFUNDED");
    }

    @Test
    void leavesWhatTheDatabaseKnowsToBeSettled() {
        take(charge(saga, 1), new Declined("insufficient_funds"));

        lookFor(saga);

        assertThat(payments.state(saga)).isEqualTo("DECLINED");
        assertThat(isDue()).isFalse();
    }

    @Test
    void keepsThePaymentsOfCompletedSagas() {
        UUID lost = UUID.randomUUID();
        payments.handle(charge(saga, 1));
        PaymentCaptured captured = new PaymentCaptured("p-1", PRICE);

        payments.transaction()
                .executeWithoutResult(status -> lostPayments().keepFor(Map.of(saga, captured, lost, captured)));

        assertThat(payments.state(saga)).isEqualTo("CAPTURED");
        assertThat(payments.state(lost)).isEqualTo("CAPTURED");
        assertThat(isDue()).isFalse();
    }

    private void lookFor(UUID compensated) {
        List<UUID> sagas = List.of(compensated);
        payments.transaction().executeWithoutResult(status -> lostPayments().giveBackFor(sagas, sagas));
    }

    private LostPayments lostPayments() {
        return new LostPayments(payments.payments());
    }

    @Test
    void leavesAnOrdinaryRefundToItsSaga() {
        take(charge(saga, 1), new Captured("p-1", PRICE));
        payments.handle(refund(saga, 1));

        assertThat(isDue()).isFalse();
    }

    @Test
    void asksAFewTimesAtGrowingDistance() {
        voidedUnknown();

        for (int minutes : List.of(4, 16, 64, 256, 1024)) {
            settleWhenTheTimeComes();
            assertThat(secondsUntilNext()).isBetween(60.0 * (minutes - 1), 60.0 * minutes);
        }
        settleWhenTheTimeComes();

        assertThat(isDue()).isFalse();
        awaitQuestions(6);
        assertThat(payments.state(saga)).isEqualTo("VOID");
    }

    @Test
    void asksUntilTheGatewayAnswers() {
        voidedUnknown();
        gateway.inquiry = new Unknown("away");
        for (int times = 1; times <= SETTINGS.inquiries() + 1; times++) {
            settleWhenTheTimeComes();
            awaitQuestions(times);
            await().until(this::isDue);
        }
    }

    @Test
    void asksNothingBeforeItsTimeNorIfNoChargeWasCalled() {
        voidedUnknown();
        payments.handle(refund(UUID.randomUUID(), 1));

        settle();

        assertThat(questions()).isEmpty();
    }

    /** Payments that have piled up in an outage must not take the gateway from the orders. */
    @Test
    void asksAboutABatchOfPaymentsInARun() {
        for (int i = 0; i < 2 * SETTINGS.batchSize(); i++) {
            voidedUnknown(UUID.randomUUID());
        }
        makeDue();

        sweeps().tick();

        awaitQuestions(SETTINGS.batchSize());
        work.stop();
        assertThat(questions()).hasSize(SETTINGS.batchSize());
    }

    /** A state of a version to come, for example. */
    @Test
    void isNotHeldUpByAPaymentThatCannotBeRead() {
        UUID unreadable = UUID.randomUUID();
        voidedUnknown(unreadable);
        voidedUnknown();
        payments.sql()
                .sql("UPDATE payment SET state = 'NONSENSE' WHERE saga_id = ?")
                .param(unreadable)
                .update();
        makeDue();

        sweeps().tick();

        awaitQuestions(1);
        assertThat(meters.get("sweeps.rows.failing").gauge().value()).isEqualTo(1);
    }

    private Sweeps sweeps() {
        return new Sweeps(
                List.of(), List.of(settlement), payments.transaction(), new Heartbeats(), meters, new Activity());
    }

    @Test
    void keepsItsSagaFromBeingRemoved() {
        voidedUnknown();

        assertThat(payments.unfinished(saga)).containsExactly(saga);
    }

    private void take(ChargePayment charge, ChargeResult result) {
        GatewayCall.Charge call = (GatewayCall.Charge) payments.handle(charge).getFirst();
        payments.take(new ChargeAnswer(call, result));
    }

    /** The call is out, and the gateway knows nothing of it when the saga compensates it. */
    private GatewayCall.Charge voidedUnknown() {
        return voidedUnknown(saga);
    }

    private GatewayCall.Charge voidedUnknown(UUID id) {
        GatewayCall.Charge out =
                (GatewayCall.Charge) payments.handle(charge(id, 1)).getFirst();
        payments.leaseEnds(id);
        payments.take(refundAnswer(payments.handle(refund(id, 1)).getFirst(), new NotFound()));
        assertThat(payments.state(id)).isEqualTo("VOID");
        return out;
    }

    private void capturedAfterItsCompensation() {
        payments.take(new ChargeAnswer(voidedUnknown(), new Captured("p-1", PRICE)));
    }

    private void settleWhenTheTimeComes() {
        makeDue();
        settle();
    }

    private void makeDue() {
        payments.sql()
                .sql(
                        "UPDATE payment SET settle_at = clock_timestamp(), version = version + 1 WHERE settle_at IS NOT NULL")
                .update();
    }

    private void settle() {
        int unused = settlement.handle(settlement.find(SETTINGS.batchSize(), List.of()));
    }

    private void awaitState(String state) {
        await().untilAsserted(() -> assertThat(payments.state(saga)).isEqualTo(state));
    }

    private void awaitQuestions(int number) {
        await().untilAsserted(() -> assertThat(questions()).hasSizeGreaterThanOrEqualTo(number));
    }

    private List<String> questions() {
        return gateway.asked.stream().filter(call -> call.startsWith("find ")).toList();
    }

    private double count(String action) {
        return meters.get("payments.reconciled").tag("action", action).counter().count();
    }

    private boolean isDue() {
        return payments.sql()
                .sql("SELECT settle_at IS NOT NULL FROM payment WHERE saga_id = ?")
                .param(saga)
                .query(Boolean.class)
                .single();
    }

    private double secondsUntilNext() {
        return payments.sql()
                .sql(
                        "SELECT coalesce(extract(epoch FROM settle_at - clock_timestamp()), 1e9) FROM payment WHERE saga_id = ?")
                .param(saga)
                .query(Double.class)
                .single();
    }
}
