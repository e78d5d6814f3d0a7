package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.HeldClaim;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderConfirmed;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderLine;
import dev.layeredsaga.contract.order.OrderSagaEvent.SagaStarted;
import dev.layeredsaga.contract.order.OrderTiming;
import dev.layeredsaga.contract.saga.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The data of the order saga.
 *
 * @param hold the customer's claim from before the order; null if the saga has to claim for itself
 * @param claim the claim, once there is one
 * @param timing the times that the customer asked for; null for none
 * @param placedAt null if the sender of the order did not say
 * @param paid true if the money has been taken; published once, even if the saga passes here twice
 * @param busy why the stock could not be claimed at last, while the order tries again; null if it has not been refused
 */
record OrderSagaData(
        String customerId,
        List<OrderLine> lines,
        Money total,
        String paymentMethod,
        OnBusy onBusy,
        @Nullable HeldClaim hold,
        @Nullable OrderTiming timing,
        @Nullable Instant placedAt,
        @Nullable Claim claim,
        boolean paid,
        @Nullable Reason busy) {

    record Claim(UUID id, UUID token) {}

    static OrderSagaData of(OrderPlaced order) {
        return new OrderSagaData(
                order.customerId(),
                linesOf(order),
                order.total(),
                order.paymentMethod(),
                order.onBusy(),
                order.claim(),
                order.timing(),
                order.origin() == null ? null : order.origin().placedAt(),
                null,
                false,
                null);
    }

    /** With their prices, if the order has one for each. */
    private static List<OrderLine> linesOf(OrderPlaced order) {
        List<Long> amounts = order.origin() == null ? List.of() : order.origin().unitAmounts();
        List<OrderLine> lines = new ArrayList<>();
        for (StockLine line : order.lines()) {
            Long amount = amounts.size() == order.lines().size() ? amounts.get(lines.size()) : null;
            Money price =
                    amount == null ? null : new Money(amount, order.total().currency());
            lines.add(new OrderLine(line.sku(), line.quantity(), price));
        }
        return lines;
    }

    /** All that an order saga's events say of it; null for another saga. */
    static @Nullable OrderSagaData of(SagaStarted saga) {
        if (!saga.definition().equals(OrderSaga.NAME)) {
            return null;
        }
        return new OrderSagaData(
                saga.customerId(),
                saga.lines(),
                saga.total(),
                "unknown",
                OnBusy.REJECT,
                null,
                null,
                null,
                null,
                false,
                null);
    }

    List<StockLine> stock() {
        return lines.stream().map(OrderLine::stock).toList();
    }

    OrderConfirmed confirmed() {
        return new OrderConfirmed(customerId, lines, total);
    }

    OrderSagaData holding(UUID claimId, UUID token) {
        return with(new Claim(claimId, token), paid, null);
    }

    OrderSagaData blockedBy(Reason refusal) {
        return with(claim, paid, refusal);
    }

    OrderSagaData asPaid() {
        return with(claim, true, busy);
    }

    private OrderSagaData with(@Nullable Claim newClaim, boolean nowPaid, @Nullable Reason nowBusy) {
        return new OrderSagaData(
                customerId, lines, total, paymentMethod, onBusy, hold, timing, placedAt, newClaim, nowPaid, nowBusy);
    }

    /** Returns how long the order may take from its placement. */
    Duration deadlineOr(Duration ordinary) {
        return timing == null || timing.deadlineSeconds() == null
                ? ordinary
                : Duration.ofSeconds(timing.deadlineSeconds());
    }

    /** Returns how long the order waits in line. */
    Duration queueTimeoutOr(Duration ordinary) {
        if (timing != null && timing.queueTimeoutSeconds() != null) {
            return Duration.ofSeconds(timing.queueTimeoutSeconds());
        }
        boolean own = timing != null && timing.deadlineSeconds() != null;
        return own ? deadlineOr(ordinary).multipliedBy(3).dividedBy(4) : ordinary;
    }

    /** @throws NullPointerException if nothing has been claimed yet */
    Claim held() {
        return Objects.requireNonNull(claim, "nothing is claimed");
    }
}
