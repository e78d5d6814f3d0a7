package dev.layeredsaga.orchestrator.ordersaga;

import static dev.layeredsaga.orchestrator.ordersaga.Orders.DEADLINE;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.captured;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.claimRefused;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.confirmed;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.confirming;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.confirmingHeld;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.refunded;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.releaseSucceeds;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.stockClaimed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.layeredsaga.contract.inventory.ClaimRefusal;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.ConfirmClaim;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderCancelled;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderConfirmed;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderRejected;
import dev.layeredsaga.contract.order.OrderSagaEvent.PaymentRefunded;
import dev.layeredsaga.contract.order.OrderSagaEvent.StockReserved;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.payment.ChargePayment;
import dev.layeredsaga.contract.payment.RefundPayment;
import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.engine.SagaScenario;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.engine.state.EndedAttempt.Result;
import dev.layeredsaga.engine.state.SagaStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The money is taken, but the claim is gone. */
class OrderSagaLostClaimTest {

    @ParameterizedTest
    @EnumSource(
            value = ClaimRefusal.class,
            names = {"CLAIM_EXPIRED", "CLAIM_LOST"})
    void claimsAgainAndConfirmsWithoutPublishingASecondPayment(ClaimRefusal gone) {
        SagaScenario<OrderSagaData> saga = confirming()
                .whenReply(claimRefused(gone))
                .expectCommand(ClaimStock.class)
                .whenReply(stockClaimed())
                .expectEvent(StockReserved.class)
                .expectCommand(ChargePayment.class)
                .whenReply(captured())
                .expectCommand(ConfirmClaim.class)
                .whenReply(confirmed())
                .expectEvent(OrderConfirmed.class);

        saga.expectEnd(SagaStatus.COMPLETED);
        assertThat(saga.history())
                .extracting(EndedAttempt::step, EndedAttempt::result)
                .containsExactly(
                        tuple("reserve", Result.DONE),
                        tuple("pay", Result.DONE),
                        tuple("confirm", Result.WENT_BACK),
                        tuple("reserve", Result.DONE),
                        tuple("pay", Result.DONE),
                        tuple("confirm", Result.DONE));
    }

    @Test
    void claimsForItselfWhatTheCustomerHadHeld() {
        confirmingHeld()
                .whenReply(claimRefused(ClaimRefusal.CLAIM_EXPIRED))
                .expectCommand(
                        ClaimStock.class, command -> assertThat(command.lines()).containsExactly(Orders.SEAT));
    }

    @Test
    void givesTheMoneyBackIfTheStockIsGoneToo() {
        SagaScenario<OrderSagaData> saga = claimingAgain()
                .whenReply(claimRefused(ClaimRefusal.OUT_OF_STOCK))
                .expectEvent(CompensationStarted.class)
                .expectCommand(RefundPayment.class)
                .whenReply(refunded())
                .expectEvent(PaymentRefunded.class);

        releaseSucceeds(saga)
                .expectEvent(
                        OrderRejected.class,
                        event -> assertThat(event.reason().code()).isEqualTo(ReasonCode.OUT_OF_STOCK))
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void givesTheMoneyBackWhenCancelledWhileItClaimsAgain() {
        SagaScenario<OrderSagaData> saga = claimingAgain()
                .whenCancelled(Orders.CANCELLED)
                .expectEvent(CompensationStarted.class)
                .expectCommand(RefundPayment.class)
                .whenReply(refunded())
                .expectEvent(PaymentRefunded.class);

        releaseSucceeds(saga).expectEvent(OrderCancelled.class).expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void givesTheMoneyBackWhenTheDeadlineComes() {
        claimingAgain()
                .whenUnansweredFor(DEADLINE.minusSeconds(1))
                .whenDue()
                .expectEvent(CompensationStarted.class)
                .expectCommand(RefundPayment.class);
    }

    @Test
    void doesNotClaimAgainPastItsDeadline() {
        confirming()
                .at(DEADLINE.plusSeconds(1))
                .whenReply(claimRefused(ClaimRefusal.CLAIM_EXPIRED))
                .expectCommand(ClaimStock.class)
                .whenDue()
                .expectEvent(CompensationStarted.class)
                .expectCommand(RefundPayment.class);
    }

    private static SagaScenario<OrderSagaData> claimingAgain() {
        return confirming().whenReply(claimRefused(ClaimRefusal.CLAIM_EXPIRED)).expectCommand(ClaimStock.class);
    }
}
