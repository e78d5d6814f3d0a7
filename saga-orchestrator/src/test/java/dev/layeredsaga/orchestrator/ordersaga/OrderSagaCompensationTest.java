package dev.layeredsaga.orchestrator.ordersaga;

import static dev.layeredsaga.orchestrator.ordersaga.Orders.CANCELLED;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.DEADLINE;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.captured;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.claimRefused;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.confirmed;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.confirming;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.declined;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.nothingToRefund;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.paying;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.refundFailed;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.refunded;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.refunding;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.releaseSucceeds;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.released;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.releasing;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.reserving;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.reservingAgain;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.stockClaimed;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.inventory.ClaimRefusal;
import dev.layeredsaga.contract.inventory.ExtendClaim;
import dev.layeredsaga.contract.inventory.ReleaseClaim;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderCancelled;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderConfirmed;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderRejected;
import dev.layeredsaga.contract.order.OrderSagaEvent.PaymentRefunded;
import dev.layeredsaga.contract.order.OrderSagaEvent.StockReleased;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.payment.RefundPayment;
import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.EngineEvent.SagaStuck;
import dev.layeredsaga.engine.SagaScenario;
import dev.layeredsaga.engine.state.EndedAttempt.Result;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderSagaCompensationTest {

    @Test
    void releasesItsStockWhenThePaymentIsDeclined() {
        SagaScenario<OrderSagaData> saga = paying().whenReply(declined("insufficient_funds"))
                .expectEvent(
                        CompensationStarted.class,
                        event -> assertThat(event.reason().code()).isEqualTo(ReasonCode.PAYMENT_DECLINED.name()));

        rejected(releaseSucceeds(saga), ReasonCode.PAYMENT_DECLINED);
    }

    @Test
    void compensatesOnceMoreWhatIsDoneAfterItsEnd() {
        SagaScenario<OrderSagaData> saga =
                paying().whenReply(declined("insufficient_funds")).expectEvent(CompensationStarted.class);
        rejected(releaseSucceeds(saga), ReasonCode.PAYMENT_DECLINED);

        saga.whenReplyToStep("reserve", stockClaimed())
                .expectCommand(ReleaseClaim.class)
                .whenReplyToStep("pay", captured())
                .expectCommand(RefundPayment.class)
                .whenReplyToStep("pay", declined("insufficient_funds"))
                .whenReplyToStep("reserve", claimRefused(ClaimRefusal.OUT_OF_STOCK))
                .whenReplyToStep("reserve", released())
                .whenReplyToStep("confirm", confirmed())
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void asksAboutThePaymentOfASagaThatWasLostHoweverEarlyItEnds() {
        SagaScenario<OrderSagaData> saga = reservingAgain()
                .whenReply(claimRefused(ClaimRefusal.CLAIM_LOST))
                .expectEvent(CompensationStarted.class)
                .expectCommand(RefundPayment.class)
                .whenDue()
                .expectCommand(RefundPayment.class)
                .expectNothing()
                .whenReply(refunded())
                .expectEvent(PaymentRefunded.class)
                .expectCommand(ReleaseClaim.class)
                .whenReply(released());

        rejected(saga, ReasonCode.CLAIM_LOST);
    }

    @Test
    void leavesToAnOperatorWhatIsNotWhollyRefunded() {
        refunding()
                .whenReply(attempt -> new RefundMade(attempt, new Money(1, "EUR")))
                .expectStatus(SagaStatus.STUCK)
                .expectWaitsFor("0.01 EUR was refunded for an order of 1990 KRW");
        refunding()
                .whenReply(nothingToRefund())
                .expectStatus(SagaStatus.STUCK)
                .expectWaitsFor("nothing was refunded for an order of 1990 KRW");
    }

    @Test
    void isLateWhileItReserves() {
        SagaScenario<OrderSagaData> saga = reserving(OnBusy.RETRY)
                .at(DEADLINE.minusSeconds(1))
                .whenReply(claimRefused(ClaimRefusal.RESOURCE_BUSY))
                .expectDueIn(Duration.ofSeconds(1))
                .whenDue()
                .expectEvent(CompensationStarted.class)
                .expectCommand(ReleaseClaim.class)
                .whenReply(released());

        saga.expectEvent(
                        OrderRejected.class,
                        event -> assertThat(event.reason())
                                .isEqualTo(new OrderReason(
                                        ReasonCode.DEADLINE_EXCEEDED,
                                        "the order could not be completed in time: refused",
                                        "seat-1",
                                        null,
                                        Orders.CLAIMED_AT,
                                        Orders.CLAIMED_UNTIL)))
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void isLateWhileThePaymentIsUnknown() {
        SagaScenario<OrderSagaData> saga = paying().at(DEADLINE.minusSeconds(1))
                .whenReply(unknown())
                .whenDue()
                .expectEvent(CompensationStarted.class)
                .expectCommand(RefundPayment.class)
                .whenReply(nothingToRefund());

        rejected(releaseSucceeds(saga), ReasonCode.PAYMENT_UNAVAILABLE);
    }

    @Test
    void isLateWhileItConfirms() {
        SagaScenario<OrderSagaData> saga = confirming()
                .whenUnansweredFor(DEADLINE)
                .expectStatus(SagaStatus.COMPENSATING)
                .whenReply(refunded())
                .expectEvent(PaymentRefunded.class);

        rejected(releaseSucceeds(saga), ReasonCode.DEADLINE_EXCEEDED);
    }

    @Test
    void isCompensatedAtItsDeadlineWithoutAnyAnswer() {
        SagaScenario<OrderSagaData> saga = reserving()
                .whenUnansweredFor(DEADLINE)
                .expectStatus(SagaStatus.COMPENSATING)
                .whenReply(released());

        rejected(saga, ReasonCode.DEADLINE_EXCEEDED);
    }

    @Test
    void isCancelledWhileItReserves() {
        SagaScenario<OrderSagaData> saga = reserving()
                .whenCancelled(CANCELLED)
                .expectEvent(CompensationStarted.class)
                .expectCommand(ReleaseClaim.class);

        assertThat(saga.history().getLast().result()).isEqualTo(Result.NO_ANSWER);
        cancelled(saga.whenReply(released()));
    }

    @Test
    void isCancelledWhileItPays() {
        SagaScenario<OrderSagaData> saga = paying().whenCancelled(CANCELLED)
                .expectEvent(CompensationStarted.class)
                .expectCommand(RefundPayment.class)
                .whenReply(nothingToRefund());

        cancelled(releaseSucceeds(saga));
    }

    @Test
    void isCancelledWhileAnUnknownPaymentWaits() {
        SagaScenario<OrderSagaData> saga = paying().whenReply(unknown())
                .whenCancelled(CANCELLED)
                .expectEvent(CompensationStarted.class)
                .expectCommand(RefundPayment.class)
                .whenReply(refunded())
                .expectEvent(PaymentRefunded.class);

        cancelled(releaseSucceeds(saga));
    }

    @Test
    void isCancelledWhileItConfirms() {
        SagaScenario<OrderSagaData> saga = refunding().whenReply(refunded()).expectEvent(PaymentRefunded.class);

        cancelled(releaseSucceeds(saga));
    }

    @Test
    void cannotBeCancelledOnceItIsComplete() {
        confirming()
                .whenReply(confirmed())
                .expectEvent(OrderConfirmed.class)
                .whenCancelledInVain(CANCELLED)
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void keepsItsFirstReasonWhenCancelledWhileItIsBeingCompensated() {
        SagaScenario<OrderSagaData> saga =
                releasing().whenCancelledInVain(CANCELLED).whenReply(released()).expectEvent(StockReleased.class);

        rejected(saga, ReasonCode.PAYMENT_DECLINED);
    }

    @Test
    void ignoresWhatAnswersTheStepItIsCompensating() {
        reserving()
                .whenCancelled(CANCELLED)
                .expectEvent(CompensationStarted.class)
                .expectCommand(ReleaseClaim.class)
                .whenReply(stockClaimed())
                .expectNothing();
        refunding()
                .whenReply(captured())
                .expectNothing()
                .whenReply(declined("late"))
                .expectNothing();
    }

    @Test
    void triesACompensationAgainWithProgressiveBackoffAndKeepsTheClaimAlive() {
        refunding()
                .after(Duration.ofSeconds(10))
                .whenReply(refundFailed(true))
                .expectDueIn(Duration.ofSeconds(1))
                .whenDue()
                .expectCommand(RefundPayment.class)
                .expectCommand(ExtendClaim.class);
    }

    @Test
    void asksForAPersonWhenACompensationFailsForTooLongAndGoesOnWhenItSucceedsAfterAll() {
        SagaScenario<OrderSagaData> saga = refunding()
                .after(Duration.ofMinutes(5))
                .whenReply(refundFailed(true))
                .whenDue()
                .expectEvent(SagaStuck.class, event -> {
                    assertThat(event.step()).isEqualTo("pay");
                    assertThat(event.reason()).isEqualTo("refund not made");
                })
                .expectStatus(SagaStatus.STUCK)
                .expectCommand(RefundPayment.class)
                .expectCommand(ExtendClaim.class)
                .whenReply(refundFailed(true))
                .expectDueIn(Duration.ofSeconds(30))
                .expectStatus(SagaStatus.STUCK)
                .whenDue()
                .expectCommand(RefundPayment.class)
                .expectCommand(ExtendClaim.class)
                .whenReply(refunded())
                .expectEvent(PaymentRefunded.class)
                .expectStatus(SagaStatus.COMPENSATING);

        cancelled(releaseSucceeds(saga));
    }

    @Test
    void saysWhoDoesNotAnswerWhenItIsStuck() {
        releasing()
                .whenUnansweredFor(Duration.ofMinutes(6))
                .expectStatus(SagaStatus.STUCK)
                .expectWaitsFor("no answer from inventory");
    }

    @Test
    void isNeverReportedAsCompensatedWhileACompensationFails() {
        refunding()
                .whenUnansweredFor(Duration.ofDays(1))
                .expectStatus(SagaStatus.STUCK)
                .whenReply(refundFailed(true))
                .expectNothing()
                .expectStatus(SagaStatus.STUCK);
    }

    @Test
    void leavesADeclinedRefundToAPerson() {
        refunding()
                .whenReply(refundFailed(false))
                .expectEvent(SagaStuck.class)
                .expectNothing()
                .expectStatus(SagaStatus.STUCK)
                .expectWaitsFor("refund not made")
                .expectNeverDue();
    }

    @Test
    void goesOnWhenADeclinedRefundTurnsOutToBeMade() {
        SagaScenario<OrderSagaData> saga = refunding()
                .whenReply(refundFailed(false))
                .expectEvent(SagaStuck.class)
                .whenReply(refunded())
                .expectEvent(PaymentRefunded.class);

        cancelled(releaseSucceeds(saga));
    }

    private static void rejected(SagaScenario<OrderSagaData> saga, ReasonCode code) {
        saga.expectEvent(
                        OrderRejected.class,
                        event -> assertThat(event.reason().code()).isEqualTo(code))
                .expectEnd(SagaStatus.COMPENSATED);
    }

    private static void cancelled(SagaScenario<OrderSagaData> saga) {
        saga.expectEvent(
                        OrderCancelled.class,
                        event -> assertThat(event)
                                .isEqualTo(new OrderCancelled(
                                        OrderReason.of(CANCELLED), "c-1", List.of(Orders.LINE), Orders.PRICE)))
                .expectEnd(SagaStatus.COMPENSATED);
    }
}
