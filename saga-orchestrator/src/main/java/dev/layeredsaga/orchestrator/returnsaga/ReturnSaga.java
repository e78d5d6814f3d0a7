package dev.layeredsaga.orchestrator.returnsaga;

import static dev.layeredsaga.engine.definition.Exchange.send;
import static dev.layeredsaga.engine.definition.FailurePolicy.retry;
import static dev.layeredsaga.engine.definition.SagaDefinition.saga;
import static dev.layeredsaga.engine.definition.Step.awaitSignal;
import static dev.layeredsaga.engine.definition.Step.step;
import static dev.layeredsaga.engine.definition.StepOutcome.done;
import static dev.layeredsaga.engine.definition.StepOutcome.refused;
import static dev.layeredsaga.engine.definition.StepOutcome.tryAgain;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.RestoreRefused;
import dev.layeredsaga.contract.inventory.RestoreStock;
import dev.layeredsaga.contract.inventory.StockRestored;
import dev.layeredsaga.contract.order.ReturnRequested;
import dev.layeredsaga.contract.order.ReturnSagaEvent.GoodsReceived;
import dev.layeredsaga.contract.order.ReturnSagaEvent.MoneyReturned;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnStarted;
import dev.layeredsaga.contract.order.ReturnedGoods;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.payment.RefundPart;
import dev.layeredsaga.contract.saga.EngineEvent.SagaEnded;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.definition.Exchange;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.StepOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The return saga: goods received → refund → restock, without compensations: a refund is made or refused, and once it is made the stock is
 * tried until it is done.
 */
record ReturnSaga(ReturnSettings settings, Participant inventory, Participant payment) {

    static final String GOODS_RECEIVED = "goods-received";

    private static final Reason GOODS_NOT_RECEIVED =
            Reason.of("GOODS_NOT_RECEIVED", "the goods have not been received in time");

    SagaDefinition<ReturnData> definition() {
        return saga(ReturnSagas.NAME, 1, ReturnData.class)
                .publishesOn(Topics.RETURNS_EVENTS)
                .within(Duration.ofDays(1))
                .startsWith(ReturnSaga::started)
                .then(awaitSignal(GOODS_RECEIVED, ReceivedGoods.class, settings.goodsTimeout(), ReturnSaga::received)
                        .onlyIf(data -> data.request().goods() == ReturnedGoods.AWAITED)
                        .otherwise(data -> refused(GOODS_NOT_RECEIVED)))
                .then(step("refund", refund())
                        .onlyIf(data -> data.request().amount().amount() > 0))
                .then(step("restock", restock()))
                .completesWith(ReturnData::completed)
                .isCompensatedWith(ReturnData::rejected)
                .endsByHandWith(ReturnSaga::endedByHand);
    }

    private Exchange<ReturnData> refund() {
        return send(payment, ReturnSaga::refundPart)
                .on(RefundMade.class, ReturnSaga::refunded)
                .on(RefundFailed.class, ReturnSaga::refundFailed)
                .onFailure(retry().within(Duration.ofSeconds(30))
                        .forAtMost(Duration.ofHours(1))
                        .thenAlertAnOperator());
    }

    private Exchange<ReturnData> restock() {
        return send(inventory, ReturnSaga::restoreStock)
                .on(StockRestored.class, (data, reply) -> done(data))
                .on(RestoreRefused.class, (data, reply) -> new StepOutcome.NeedsOperator<>(reply.message()))
                .onFailure(retry().within(Duration.ofSeconds(5))
                        .forAtMost(Duration.ofHours(1))
                        .thenAlertAnOperator());
    }

    private static SagaEvent started(ReturnData data, SagaDefinition<ReturnData> definition) {
        ReturnRequested request = data.request();
        return new ReturnStarted(
                request.orderId(),
                definition.name(),
                definition.version(),
                request.customerId(),
                request.lines(),
                request.amount(),
                request.goods());
    }

    private static StepOutcome<ReturnData> received(ReturnData data, ReceivedGoods signal) {
        if (!data.covers(signal.lost())) {
            return tryAgain("more is written off than is returned, or a sku twice");
        }
        return done(
                data.writingOff(signal.lost()), new GoodsReceived(data.request().orderId(), signal.lost()));
    }

    private static RefundPart refundPart(ReturnData data, StepAttempt attempt) {
        return new RefundPart(attempt, data.request().orderId(), data.request().amount());
    }

    private static StepOutcome<ReturnData> refunded(ReturnData data, RefundMade reply) {
        ReturnRequested request = data.request();
        return request.amount().equals(reply.refunded())
                ? done(data, new MoneyReturned(request.orderId(), request.amount()))
                : new StepOutcome.NeedsOperator<>("the payment participant has not given back what was asked");
    }

    private static StepOutcome<ReturnData> refundFailed(ReturnData data, RefundFailed reply) {
        if (reply.retryable()) {
            return tryAgain(reply.reason());
        }
        return reply.code() == null
                ? new StepOutcome.NeedsOperator<>(reply.reason())
                : refused(Reason.of(reply.code(), reply.reason()));
    }

    private static RestoreStock restoreStock(ReturnData data, StepAttempt attempt) {
        return new RestoreStock(attempt, data.request().orderId(), data.putBack(), data.writtenOff());
    }

    private static SagaEvent endedByHand(String stored, @Nullable Reason reason) {
        try {
            ReturnData data = ReturnData.read(stored);
            return reason == null ? data.completed() : data.rejected(reason);
        } catch (RuntimeException e) {
            return SagaEnded.because(reason);
        }
    }
}
