package dev.layeredsaga.orchestrator.ordersaga;

import static dev.layeredsaga.orchestrator.ordersaga.Orders.captured;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.claimRefused;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.confirmed;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.confirming;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.extended;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.notMade;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.paying;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.releaseSucceeds;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.reserving;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.reservingAgain;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.stockClaimed;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.inventory.ClaimRefusal;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.ConfirmClaim;
import dev.layeredsaga.contract.inventory.ExtendClaim;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderCancelled;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderConfirmed;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderRejected;
import dev.layeredsaga.contract.order.OrderSagaEvent.PaymentCaptured;
import dev.layeredsaga.contract.order.OrderSagaEvent.SagaStarted;
import dev.layeredsaga.contract.order.OrderSagaEvent.StockReserved;
import dev.layeredsaga.contract.payment.ChargePayment;
import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.engine.SagaScenario;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.EndedAttempt.Result;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OrderSagaForwardTest {

    @Test
    void saysOfAPaymentThatALostSagaMayHaveMadeIt() {
        reservingAgain()
                .whenReply(stockClaimed())
                .expectEvent(StockReserved.class)
                .expectCommand(
                        ChargePayment.class,
                        command -> assertThat(command.mayBeRepeated()).isTrue());
    }

    @Test
    void saysOfWhichVersionItIs() {
        Orders.startingByVersion(7)
                .expectEvent(
                        SagaStarted.class, event -> assertThat(event.version()).isEqualTo(7))
                .expectCommand(ClaimStock.class);
    }

    @Test
    void reservesPaysAndConfirms() {
        reserving()
                .whenReply(stockClaimed())
                .expectEvent(
                        StockReserved.class,
                        event -> assertThat(event.claimId()).isEqualTo(Orders.CLAIM))
                .expectCommand(ChargePayment.class, command -> {
                    assertThat(command.amount()).isEqualTo(Orders.PRICE);
                    assertThat(command.method()).isEqualTo("pm_ok");
                    assertThat(command.mayBeRepeated()).isFalse();
                })
                .whenReply(captured())
                .expectEvent(
                        PaymentCaptured.class,
                        event -> assertThat(event.paymentId()).isEqualTo("p-1"))
                .expectCommand(ConfirmClaim.class, command -> {
                    assertThat(command.claimId()).isEqualTo(Orders.CLAIM);
                    assertThat(command.token()).isEqualTo(Orders.TOKEN);
                })
                .whenReply(confirmed())
                .expectEvent(
                        OrderConfirmed.class,
                        event -> assertThat(event)
                                .isEqualTo(new OrderConfirmed("c-1", List.of(Orders.LINE), Orders.PRICE)))
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void confirmsWhatCostsNothingWithoutACharge() {
        Orders.free()
                .expectCommand(ClaimStock.class)
                .whenReply(stockClaimed())
                .expectEvent(StockReserved.class)
                .expectCommand(ConfirmClaim.class)
                .whenReply(confirmed())
                .expectEvent(
                        OrderConfirmed.class, event -> assertThat(event.total()).isEqualTo(new Money(0, "KRW")))
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void refundsNothingOfWhatCostsNothing() {
        releaseSucceeds(Orders.free()
                        .expectCommand(ClaimStock.class)
                        .whenReply(stockClaimed())
                        .expectEvent(StockReserved.class)
                        .expectCommand(ConfirmClaim.class)
                        .whenCancelled(Orders.CANCELLED)
                        .expectEvent(CompensationStarted.class))
                .expectEvent(OrderCancelled.class)
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void writesDownEveryAttempt() {
        SagaScenario<OrderSagaData> saga = confirming().whenReply(confirmed()).expectEvent(OrderConfirmed.class);

        assertThat(saga.history())
                .extracting(EndedAttempt::step, EndedAttempt::attempt, EndedAttempt::result)
                .containsExactly(
                        tuple("reserve", 1, Result.DONE),
                        tuple("pay", 1, Result.DONE),
                        tuple("confirm", 1, Result.DONE));
    }

    @ParameterizedTest
    @EnumSource(ClaimRefusal.class)
    void isRejectedWithTheInventorysReason(ClaimRefusal refusal) {
        reserving()
                .whenReply(claimRefused(refusal))
                .expectEvent(OrderRejected.class, event -> {
                    assertThat(event.reason().code().name()).isEqualTo(refusal.name());
                    assertThat(event.reason().sku()).isEqualTo("seat-1");
                    assertThat(event.reason().retryAfterSeconds()).isEqualTo(7);
                })
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void asksAgainWhileTheItemIsBusyIfTheOrderSaysSo() {
        reserving(OnBusy.RETRY)
                .at(Duration.ofSeconds(4))
                .whenReply(claimRefused(ClaimRefusal.RESOURCE_BUSY))
                .expectDueIn(Duration.ofMillis(400))
                .whenDue()
                .expectCommand(ClaimStock.class)
                .whenReply(stockClaimed())
                .expectEvent(StockReserved.class)
                .expectCommand(ChargePayment.class);
    }

    @Test
    void isRejectedWhenSoldOutEvenIfItWouldWaitForABusyItem() {
        reserving(OnBusy.RETRY)
                .whenReply(claimRefused(ClaimRefusal.OUT_OF_STOCK))
                .expectEvent(OrderRejected.class)
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void triesAnUnknownPaymentAgainWithProgressiveBackoffAndKeepsItsClaimAlive() {
        paying().after(Duration.ofSeconds(5))
                .whenReply(unknown())
                .expectWaitsFor("no usable answer")
                .expectDueIn(Duration.ofMillis(500))
                .whenDue()
                .expectCommand(
                        ChargePayment.class,
                        command -> assertThat(command.attempt().attempt()).isEqualTo(2))
                .expectCommand(
                        ExtendClaim.class,
                        command -> assertThat(command.token()).isEqualTo(Orders.TOKEN))
                .after(Duration.ofMillis(24_500))
                .whenReply(unknown())
                .expectDueIn(Duration.ofSeconds(3))
                .whenDue()
                .expectCommand(ChargePayment.class)
                .expectCommand(ExtendClaim.class)
                .whenReply(captured())
                .expectEvent(PaymentCaptured.class)
                .expectCommand(ConfirmClaim.class)
                .whenReply(confirmed())
                .expectEvent(OrderConfirmed.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    /** Or the inventory could answer for the payment. */
    @Test
    void keepsItsClaimAliveWithoutTheProofOfThePayment() {
        paying().whenReply(unknown())
                .whenDue()
                .expectCommand(
                        ChargePayment.class,
                        command -> assertThat(command.attempt().proof()).isNotNull())
                .expectCommand(
                        ExtendClaim.class,
                        command -> assertThat(command.attempt().proof()).isNull());
    }

    @Test
    void doesNotWaitSoLongForTheGatewayThatItsClaimExpires() {
        paying().whenReply(notMade(Duration.ofSeconds(100))).expectDueIn(Duration.ofSeconds(30));
    }

    @Test
    void doesNotMindWhatBecomesOfTheKeepAlive() {
        paying().whenReply(extended())
                .expectNothing()
                .whenReply(claimRefused(ClaimRefusal.CLAIM_EXPIRED))
                .expectNothing()
                .expectStatus(SagaStatus.RUNNING);
    }

    @Test
    void waitsAsLongAsTheGatewayAsksFor() {
        paying().after(Duration.ofSeconds(1))
                .whenReply(notMade(Duration.ofSeconds(9)))
                .expectDueIn(Duration.ofSeconds(9));
    }

    @Test
    void doesNotWaitPastItsDeadline() {
        paying().at(Duration.ofSeconds(115))
                .whenReply(notMade(Duration.ofHours(1)))
                .expectDueIn(Duration.ofSeconds(5));
    }

    @Test
    void sendsACommandAgainThatIsNotAnswered() {
        reserving()
                .expectDueIn(Duration.ofSeconds(5))
                .whenDue()
                .expectCommand(
                        ClaimStock.class,
                        command -> assertThat(command.attempt().attempt()).isEqualTo(2))
                .expectDueIn(Duration.ofSeconds(10));
    }

    @Test
    void ignoresAnAnswerThatComesTwice() {
        paying().whenReplyToStep("reserve", stockClaimed())
                .expectNothing()
                .whenReply(captured())
                .expectEvent(PaymentCaptured.class)
                .expectCommand(ConfirmClaim.class)
                .whenReplyToStep("pay", captured())
                .expectNothing()
                .whenReply(confirmed())
                .expectEvent(OrderConfirmed.class)
                .whenReplyToStep("confirm", confirmed())
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void ignoresARefusalOfAnAttemptThatHasBeenRepeated() {
        reserving()
                .whenDue()
                .expectCommand(ClaimStock.class)
                .whenReplyToAttempt(1, claimRefused(ClaimRefusal.RESOURCE_BUSY))
                .expectNothing()
                .expectStatus(SagaStatus.RUNNING)
                .whenReplyToAttempt(2, stockClaimed())
                .expectEvent(StockReserved.class)
                .expectCommand(ChargePayment.class);
    }

    @Test
    void acceptsSuccessInAnswerToAnEarlierAttempt() {
        SagaScenario<OrderSagaData> saga = reserving()
                .whenDue()
                .expectCommand(ClaimStock.class)
                .whenReplyToAttempt(1, stockClaimed())
                .expectEvent(StockReserved.class)
                .expectCommand(ChargePayment.class);

        assertThat(saga.history().getLast().detail()).isEqualTo("in answer to attempt 1");
    }

    @Test
    void acceptsSuccessThatComesWhileItPauses() {
        paying().whenReply(unknown())
                .whenReply(captured())
                .expectEvent(PaymentCaptured.class)
                .expectCommand(ConfirmClaim.class);
    }

    @Test
    void ignoresASecondUnknownWhileItPauses() {
        paying().after(Duration.ofSeconds(10))
                .whenReply(unknown())
                .after(Duration.ofMillis(500))
                .whenReply(unknown())
                .expectDueIn(Duration.ofMillis(500));
    }
}
