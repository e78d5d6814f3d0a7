package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.ReturnedGoods;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.order.placement.price.OrderLine;
import dev.layeredsaga.order.placement.returns.OrderReturn;
import dev.layeredsaga.order.placement.returns.ReturnRequest;
import dev.layeredsaga.order.placement.returns.ReturnStatus;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A return as returned to clients. */
record ReturnView(
        UUID returnId,
        UUID orderId,
        ReturnStatus status,
        @Nullable RejectionView rejection,
        List<OrderLine> lines,
        Money amount,
        ReturnedGoods goods,
        String reason,
        Instant requestedAt) {

    /** The reason of a rejection. */
    record RejectionView(String code, String message) {

        static @Nullable RejectionView of(@Nullable Reason reason) {
            return reason == null ? null : new RejectionView(reason.code(), reason.message());
        }
    }

    static ReturnView of(OrderReturn made) {
        return of(made, made.request(), made.status(), RejectionView.of(made.rejection()));
    }

    static ReturnView asRequested(OrderReturn made) {
        return of(made, made.request(), ReturnStatus.REQUESTED, null);
    }

    private static ReturnView of(
            OrderReturn one, ReturnRequest asked, ReturnStatus status, @Nullable RejectionView why) {
        return new ReturnView(
                one.id(),
                asked.orderId(),
                status,
                why,
                one.lines(),
                one.amount(),
                asked.goods(),
                asked.reason(),
                one.requestedAt());
    }
}
