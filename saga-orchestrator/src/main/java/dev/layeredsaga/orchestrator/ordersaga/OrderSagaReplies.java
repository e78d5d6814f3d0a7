package dev.layeredsaga.orchestrator.ordersaga;

import static dev.layeredsaga.engine.definition.StepOutcome.done;
import static dev.layeredsaga.engine.definition.StepOutcome.refused;
import static dev.layeredsaga.engine.definition.StepOutcome.tryAgain;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.inventory.ClaimQueued;
import dev.layeredsaga.contract.inventory.ClaimRefusal;
import dev.layeredsaga.contract.inventory.ClaimRefused;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import dev.layeredsaga.contract.inventory.StockClaimed;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.OrderSagaEvent.PaymentCaptured;
import dev.layeredsaga.contract.order.OrderSagaEvent.PaymentRefunded;
import dev.layeredsaga.contract.order.OrderSagaEvent.SagaStarted;
import dev.layeredsaga.contract.order.OrderSagaEvent.StockReleased;
import dev.layeredsaga.contract.order.OrderSagaEvent.StockReserved;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.payment.ChargeDeclined;
import dev.layeredsaga.contract.payment.ChargeNotMade;
import dev.layeredsaga.contract.payment.ChargeUnknown;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.StepOutcome;
import dev.layeredsaga.engine.definition.StepOutcome.Deferred;
import dev.layeredsaga.engine.definition.StepOutcome.GoBack;
import dev.layeredsaga.engine.definition.StepOutcome.NeedsOperator;
import dev.layeredsaga.engine.definition.StepOutcome.TryAgain;
import java.time.Duration;

/** The meaning of each reply for an order. */
final class OrderSagaReplies {

    /** The step that claims the stock, which a saga whose claim is gone goes back to. */
    static final String RESERVE = "reserve";

    static final Reason TOO_LATE = ReasonCode.DEADLINE_EXCEEDED.because("the order could not be completed in time");

    static final Reason PAYMENT_UNAVAILABLE =
            ReasonCode.PAYMENT_UNAVAILABLE.because("the payment could not be made in time");

    private OrderSagaReplies() {}

    static SagaEvent started(OrderSagaData order, SagaDefinition<OrderSagaData> definition) {
        return new SagaStarted(
                definition.name(), definition.version(), order.customerId(), order.lines(), order.total());
    }

    static StepOutcome<OrderSagaData> claimed(OrderSagaData order, StockClaimed reply) {
        return done(
                order.holding(reply.claimId(), reply.token()), new StockReserved(reply.claimId(), reply.expiresAt()));
    }

    static StepOutcome<OrderSagaData> claimRefused(OrderSagaData order, ClaimRefused reply) {
        boolean waits = reply.code() == ClaimRefusal.RESOURCE_BUSY && order.onBusy() == OnBusy.RETRY;
        Reason reason = reasonOf(reply);
        return waits ? new TryAgain<>(reply.message(), null, order.blockedBy(reason)) : refused(reason);
    }

    /** With the item that was busy at last, and the times of who held it, if that is what the order waited for. */
    static Reason tooLateToReserve(OrderSagaData order) {
        Reason busy = order.busy();
        if (busy == null) {
            return TOO_LATE;
        }
        String message = TOO_LATE.message() + ": " + busy.message();
        OrderReason why = OrderReason.of(busy);
        return new OrderReason(
                        ReasonCode.DEADLINE_EXCEEDED, message, why.sku(), null, why.lockedAt(), why.lockExpiresAt())
                .toReason();
    }

    static StepOutcome<OrderSagaData> queued(ClaimQueued reply, Duration askAgainAfter) {
        String why = "waits in line for %s, %d ahead, which is held until %s at the latest"
                .formatted(reply.sku(), reply.ahead(), reply.lockExpiresAt());
        return new Deferred<>(why, askAgainAfter);
    }

    /** The money is taken but the claim is gone: it is claimed again if that can be done, and else the money given back. */
    static StepOutcome<OrderSagaData> confirmationRefused(OrderSagaData order, ClaimRefused reply) {
        return switch (reply.code()) {
            case CLAIM_EXPIRED, CLAIM_LOST -> new GoBack<>(RESERVE, reply.message());
            case RESOURCE_BUSY, OUT_OF_STOCK, UNKNOWN_SKU, CLAIM_MISMATCH -> refused(reasonOf(reply));
        };
    }

    static StepOutcome<OrderSagaData> released(OrderSagaData order, ClaimReleased reply) {
        return order.claim() == null ? done(order) : done(order, new StockReleased());
    }

    static StepOutcome<OrderSagaData> captured(OrderSagaData order, ChargeCaptured reply) {
        if (!reply.amount().equals(order.total())) {
            return new NeedsOperator<>("%s was captured for an order of %s"
                    .formatted(reply.amount().inMajorUnit(), order.total().inMajorUnit()));
        }
        return order.paid()
                ? done(order)
                : done(order.asPaid(), new PaymentCaptured(reply.paymentId(), reply.amount()));
    }

    static StepOutcome<OrderSagaData> declined(OrderSagaData order, ChargeDeclined reply) {
        return refused(ReasonCode.PAYMENT_DECLINED.because("the payment was declined: " + reply.code()));
    }

    static StepOutcome<OrderSagaData> notMade(OrderSagaData order, ChargeNotMade reply) {
        return new TryAgain<>(reply.reason(), reply.retryAfter(), null);
    }

    static StepOutcome<OrderSagaData> unknown(OrderSagaData order, ChargeUnknown reply) {
        return tryAgain(reply.reason());
    }

    static StepOutcome<OrderSagaData> refunded(OrderSagaData order, RefundMade reply) {
        Money refunded = reply.refunded();
        if (order.paid() && !order.total().equals(refunded)) {
            return new NeedsOperator<>("%s was refunded for an order of %s"
                    .formatted(
                            refunded == null ? "nothing" : refunded.inMajorUnit(),
                            order.total().inMajorUnit()));
        }
        return refunded == null ? done(order) : done(order, new PaymentRefunded(refunded));
    }

    static StepOutcome<OrderSagaData> refundFailed(OrderSagaData order, RefundFailed reply) {
        return reply.retryable() ? tryAgain(reply.reason()) : new NeedsOperator<>(reply.reason());
    }

    private static Reason reasonOf(ClaimRefused reply) {
        return new OrderReason(
                        codeOf(reply.code()),
                        reply.message(),
                        reply.sku(),
                        reply.retryAfterSeconds(),
                        reply.lockedAt(),
                        reply.lockExpiresAt())
                .toReason();
    }

    private static ReasonCode codeOf(ClaimRefusal refusal) {
        return switch (refusal) {
            case RESOURCE_BUSY -> ReasonCode.RESOURCE_BUSY;
            case OUT_OF_STOCK -> ReasonCode.OUT_OF_STOCK;
            case UNKNOWN_SKU -> ReasonCode.UNKNOWN_SKU;
            case CLAIM_LOST -> ReasonCode.CLAIM_LOST;
            case CLAIM_EXPIRED -> ReasonCode.CLAIM_EXPIRED;
            case CLAIM_MISMATCH -> ReasonCode.CLAIM_MISMATCH;
        };
    }
}
