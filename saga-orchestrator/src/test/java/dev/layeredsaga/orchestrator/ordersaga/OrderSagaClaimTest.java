package dev.layeredsaga.orchestrator.ordersaga;

import static dev.layeredsaga.orchestrator.ordersaga.Orders.claimRefused;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.queued;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.released;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.reserving;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.reservingHeld;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.stockClaimed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.inventory.AdoptClaim;
import dev.layeredsaga.contract.inventory.ClaimRefusal;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.ReleaseClaim;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderCancelled;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderRejected;
import dev.layeredsaga.contract.order.OrderSagaEvent.StockReserved;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.payment.ChargePayment;
import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.engine.SagaScenario;
import dev.layeredsaga.engine.state.EndedAttempt.Result;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of an order's claim on stock: by queueing, or from an earlier claim. */
class OrderSagaClaimTest {

    @ParameterizedTest
    @EnumSource(OnBusy.class)
    void standsInLineOnlyIfTheOrderSaysSo(OnBusy onBusy) {
        Orders.starting(onBusy)
                .expectCommand(
                        ClaimStock.class,
                        command -> assertThat(command.queueTimeout())
                                .isEqualTo(onBusy == OnBusy.WAIT ? Orders.QUEUE_TIMEOUT : null));
    }

    @Test
    void goesOnWhenItsTurnComes() {
        SagaScenario<OrderSagaData> saga = reserving(OnBusy.WAIT)
                .whenReply(queued())
                .expectNothing()
                .expectStatus(SagaStatus.RUNNING)
                .expectWaitsFor(
                        "waits in line for seat-1, 2 ahead, which is held until 2026-01-01T12:05:00Z at the latest")
                .after(Duration.ofSeconds(40))
                .whenReply(stockClaimed())
                .expectEvent(StockReserved.class)
                .expectCommand(ChargePayment.class);

        assertThat(saga.history())
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.result()).isEqualTo(Result.DONE));
    }

    @Test
    void isNotAskedAboutWhileItStandsInLine() {
        reserving(OnBusy.WAIT).whenReply(queued()).expectDueIn(Orders.QUEUE_TIMEOUT.plusSeconds(5));
    }

    @Test
    void isRejectedWhenItsWaitTimesOut() {
        reserving(OnBusy.WAIT)
                .whenReply(queued())
                .after(Orders.QUEUE_TIMEOUT)
                .whenReply(claimRefused(ClaimRefusal.RESOURCE_BUSY))
                .expectEvent(
                        OrderRejected.class,
                        event -> assertThat(event.reason().code()).isEqualTo(ReasonCode.RESOURCE_BUSY))
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void leavesTheLineWhenCancelled() {
        reserving(OnBusy.WAIT)
                .whenReply(queued())
                .whenCancelled(Orders.CANCELLED)
                .expectEvent(CompensationStarted.class)
                .expectCommand(ReleaseClaim.class)
                .whenReply(released())
                .expectEvent(OrderCancelled.class)
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void leavesTheLineWhenTheDeadlineComesFirst() {
        reserving(OnBusy.WAIT)
                .at(Duration.ofSeconds(100))
                .whenReply(queued())
                .expectDueIn(Duration.ofSeconds(20))
                .whenDue()
                .expectEvent(CompensationStarted.class)
                .expectCommand(ReleaseClaim.class);
    }

    @Test
    void takesWhatTheCustomerHeldInsteadOfClaiming() {
        reservingHeld(Orders.HOLD)
                .expectCommand(AdoptClaim.class, command -> {
                    assertThat(command.claimId()).isEqualTo(Orders.HOLD.id());
                    assertThat(command.token()).isEqualTo(Orders.HOLD.token());
                    assertThat(command.lines()).containsExactly(Orders.SEAT);
                })
                .whenReply(stockClaimed())
                .expectEvent(StockReserved.class)
                .expectCommand(ChargePayment.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = ClaimRefusal.class,
            names = {"CLAIM_LOST", "CLAIM_EXPIRED", "CLAIM_MISMATCH"})
    void isRejectedIfWhatTheCustomerHeldIsNoGood(ClaimRefusal refusal) {
        reservingHeld(Orders.HOLD)
                .expectCommand(AdoptClaim.class)
                .whenReply(claimRefused(refusal))
                .expectEvent(
                        OrderRejected.class,
                        event -> assertThat(event.reason().code().name()).isEqualTo(refusal.name()))
                .expectEnd(SagaStatus.COMPENSATED);
    }
}
