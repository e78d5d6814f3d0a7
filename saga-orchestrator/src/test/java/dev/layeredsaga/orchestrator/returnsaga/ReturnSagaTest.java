package dev.layeredsaga.orchestrator.returnsaga;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.inventory.RestoreRefusal;
import dev.layeredsaga.contract.inventory.RestoreRefused;
import dev.layeredsaga.contract.inventory.RestoreStock;
import dev.layeredsaga.contract.inventory.StockRestored;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderLine;
import dev.layeredsaga.contract.order.ReturnRequested;
import dev.layeredsaga.contract.order.ReturnSagaEvent.GoodsReceived;
import dev.layeredsaga.contract.order.ReturnSagaEvent.MoneyReturned;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnCompleted;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnRejected;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnStarted;
import dev.layeredsaga.contract.order.ReturnedGoods;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.payment.RefundPart;
import dev.layeredsaga.contract.saga.EngineEvent.SagaStuck;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.SagaScenario;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReturnSagaTest {

    private static final UUID ORDER = UUID.randomUUID();
    private static final Duration TIMEOUT = Duration.ofDays(14);
    private static final Money AMOUNT = won(45);
    private static final List<StockLine> ALL = List.of(new StockLine("book", 1), new StockLine("pen", 2));
    private static final List<StockLine> NONE = List.of();
    private static final SagaDefinition<ReturnData> DEFINITION = new ReturnSaga(
                    new ReturnSettings(TIMEOUT, TIMEOUT),
                    new Participant.Remote("inventory", "inventory.commands"),
                    new Participant.Local("payment"))
            .definition();

    @Test
    void waitsForTheGoodsThenRefundsAndRestocks() {
        waiting()
                .whenSignal("goods-received", new ReceivedGoods(List.of(new StockLine("pen", 1))))
                .expectEvent(
                        GoodsReceived.class,
                        event ->
                                assertThat(event).isEqualTo(new GoodsReceived(ORDER, List.of(new StockLine("pen", 1)))))
                .expectCommand(RefundPart.class, command -> {
                    assertThat(command.paymentOf()).isEqualTo(ORDER);
                    assertThat(command.amount()).isEqualTo(AMOUNT);
                })
                .whenReply(ReturnSagaTest::refunded)
                .expectEvent(
                        MoneyReturned.class, event -> assertThat(event).isEqualTo(new MoneyReturned(ORDER, AMOUNT)))
                .expectCommand(RestoreStock.class, command -> {
                    assertThat(command.soldTo()).isEqualTo(ORDER);
                    assertThat(command.putBack()).containsExactly(new StockLine("book", 1), new StockLine("pen", 1));
                    assertThat(command.writtenOff()).containsExactly(new StockLine("pen", 1));
                })
                .whenReply(StockRestored::new)
                .expectEvent(
                        ReturnCompleted.class,
                        event -> assertThat(event)
                                .isEqualTo(new ReturnCompleted(
                                        ORDER,
                                        "mina",
                                        AMOUNT,
                                        List.of(new StockLine("book", 1), new StockLine("pen", 1)),
                                        List.of(new StockLine("pen", 1)))))
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void putsEverythingBackIfNothingIsSaidToBeWrittenOff() {
        waiting()
                .whenSignal("goods-received", new ReceivedGoods(null))
                .expectEvent(GoodsReceived.class)
                .expectCommand(RefundPart.class)
                .whenReply(ReturnSagaTest::refunded)
                .expectEvent(MoneyReturned.class)
                .expectCommand(RestoreStock.class, command -> {
                    assertThat(command.putBack()).isEqualTo(ALL);
                    assertThat(command.writtenOff()).isEmpty();
                });
    }

    @Test
    void waitsForAnotherSignalIfMoreIsWrittenOffThanIsReturned() {
        waiting()
                .whenSignal("goods-received", new ReceivedGoods(List.of(new StockLine("pen", 3))))
                .expectNothing()
                .expectWaitsFor("more is written off than is returned, or a sku twice")
                .whenSignal("goods-received", new ReceivedGoods(List.of(new StockLine("pen", 2))))
                .whenDue()
                .expectEvent(GoodsReceived.class)
                .expectCommand(RefundPart.class);
    }

    @Test
    void rejectsAReturnWhoseGoodsDoNotCome() {
        waiting()
                .expectDueIn(TIMEOUT)
                .whenDue()
                .expectEvent(ReturnRejected.class, event -> {
                    assertThat(event.orderId()).isEqualTo(ORDER);
                    assertThat(event.reason().code()).isEqualTo("GOODS_NOT_RECEIVED");
                })
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @ParameterizedTest
    @CsvSource({"NOT_SENT, 2", "KEPT, 0"})
    void waitsForNothingThatDoesNotCome(ReturnedGoods goods, int putBack) {
        SagaScenario.given(DEFINITION, data(goods, AMOUNT))
                .expectEvent(ReturnStarted.class)
                .expectCommand(RefundPart.class)
                .whenReply(ReturnSagaTest::refunded)
                .expectEvent(MoneyReturned.class)
                .expectCommand(RestoreStock.class, command -> {
                    assertThat(command.putBack()).hasSize(putBack);
                    assertThat(command.writtenOff()).isEqualTo(putBack == 0 ? ALL : NONE);
                })
                .whenReply(StockRestored::new)
                .expectEvent(ReturnCompleted.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void refundsNothingThatCostNothing() {
        SagaScenario.given(DEFINITION, data(ReturnedGoods.NOT_SENT, won(0)))
                .expectEvent(ReturnStarted.class)
                .expectCommand(RestoreStock.class)
                .whenReply(StockRestored::new)
                .expectEvent(ReturnCompleted.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void triesARefundAgainUntilItIsMadeAndAlertsAnOperator() {
        refunding()
                .whenReply(attempt -> new RefundFailed(attempt, "the gateway is down", true))
                .expectNothing()
                .whenUnansweredFor(Duration.ofHours(2))
                .expectStatus(SagaStatus.STUCK)
                .whenReply(ReturnSagaTest::refunded)
                .expectEvent(MoneyReturned.class)
                .expectCommand(RestoreStock.class);
    }

    @Test
    void rejectsAReturnWhoseRefundIsRefusedForGood() {
        refunding()
                .whenReply(attempt -> new RefundFailed(attempt, "9 KRW are left", false, "EXCEEDS_CAPTURED"))
                .expectEvent(
                        ReturnRejected.class,
                        event -> assertThat(event.reason()).isEqualTo(Reason.of("EXCEEDS_CAPTURED", "9 KRW are left")))
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void asksAnOperatorIfOnlyAPersonCanKnowWhatWasRefunded() {
        refunding()
                .whenReply(attempt -> new RefundFailed(attempt, "less is left at the gateway", false))
                .expectEvent(
                        SagaStuck.class, event -> assertThat(event.reason()).isEqualTo("less is left at the gateway"))
                .expectStatus(SagaStatus.STUCK)
                .expectNeverDue();
    }

    @Test
    void asksAnOperatorIfAnotherAmountWasRefunded() {
        refunding()
                .whenReply(attempt -> new RefundMade(attempt, won(44)))
                .expectEvent(SagaStuck.class)
                .expectStatus(SagaStatus.STUCK)
                .expectNeverDue();
    }

    @Test
    void asksAnOperatorIfTheInventoryRefusesAsTheMoneyIsBack() {
        restocking()
                .whenReply(attempt -> new RestoreRefused(attempt, RestoreRefusal.UNKNOWN_SALE, "there is no such sale"))
                .expectEvent(
                        SagaStuck.class, event -> assertThat(event.reason()).isEqualTo("there is no such sale"))
                .expectStatus(SagaStatus.STUCK)
                .expectNeverDue();
    }

    @Test
    void triesToRestockUntilItIsDone() {
        restocking()
                .whenUnansweredFor(Duration.ofHours(2))
                .expectStatus(SagaStatus.STUCK)
                .whenReply(StockRestored::new)
                .expectEvent(ReturnCompleted.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void isRejectedByAnOperatorWhileItWaits() {
        waiting()
                .whenOperatorAsksFor(SagaAction.COMPENSATE)
                .expectEvent(ReturnRejected.class)
                .expectEnd(SagaStatus.COMPENSATED);
    }

    /** Or the same pieces could be returned once more, and refunded twice. */
    @Test
    void isNotRejectedByAnOperatorOnceTheMoneyMayBeBack() {
        refunding()
                .whenOperatorAsksFor(SagaAction.COMPENSATE)
                .expectEvent(ReturnCompleted.class)
                .expectEnd(SagaStatus.COMPENSATED);
        restocking()
                .whenOperatorAsksFor(SagaAction.COMPENSATE)
                .expectEvent(ReturnCompleted.class)
                .expectEnd(SagaStatus.COMPENSATED);
    }

    private static SagaScenario<ReturnData> waiting() {
        return SagaScenario.given(DEFINITION, data(ReturnedGoods.AWAITED, AMOUNT))
                .expectEvent(ReturnStarted.class, event -> {
                    assertThat(event.orderId()).isEqualTo(ORDER);
                    assertThat(event.definition()).isEqualTo("return");
                    assertThat(event.version()).isEqualTo(1);
                    assertThat(event.amount()).isEqualTo(AMOUNT);
                });
    }

    private static SagaScenario<ReturnData> refunding() {
        return SagaScenario.given(DEFINITION, data(ReturnedGoods.NOT_SENT, AMOUNT))
                .expectEvent(ReturnStarted.class)
                .expectCommand(RefundPart.class);
    }

    private static SagaScenario<ReturnData> restocking() {
        return refunding()
                .whenReply(ReturnSagaTest::refunded)
                .expectEvent(MoneyReturned.class)
                .expectCommand(RestoreStock.class);
    }

    private static RefundMade refunded(StepAttempt attempt) {
        return new RefundMade(attempt, AMOUNT);
    }

    private static ReturnData data(ReturnedGoods goods, Money amount) {
        List<OrderLine> lines = List.of(new OrderLine("book", 1, won(15)), new OrderLine("pen", 2, won(15)));
        return ReturnData.of(
                new ReturnRequested(ORDER, UUID.randomUUID(), "mina", lines, amount, goods, "does not fit", null));
    }

    private static Money won(long amount) {
        return new Money(amount, "KRW");
    }
}
