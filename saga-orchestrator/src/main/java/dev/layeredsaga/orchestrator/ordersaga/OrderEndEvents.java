package dev.layeredsaga.orchestrator.ordersaga;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderCancelled;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderConfirmed;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderRejected;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.messaging.envelope.MessageJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The last events of orders. */
final class OrderEndEvents {

    private static final JsonMapper JSON = MessageJson.mapper();

    private OrderEndEvents() {}

    /**
     * Returns the end of an order by its data, whatever release wrote them; customer, lines and total have the same names in both. It says
     * nothing of an order whose data cannot be read.
     */
    static OrderSagaEvent ofStored(String data, @Nullable Reason reason) {
        OrderConfirmed order = confirmed(data);
        return reason == null ? order : of(order, reason);
    }

    private static OrderConfirmed confirmed(String data) {
        try {
            return requireNonNull(JSON.readValue(data, OrderConfirmed.class));
        } catch (RuntimeException e) {
            return new OrderConfirmed(null, null, null);
        }
    }

    /** @param order what would have confirmed it */
    static OrderSagaEvent of(OrderConfirmed order, Reason reason) {
        OrderReason why = OrderReason.of(reason);
        return why.code() == ReasonCode.CANCELLED_BY_CUSTOMER
                ? new OrderCancelled(why, order.customerId(), order.lines(), order.total())
                : new OrderRejected(why, order.customerId(), order.lines(), order.total());
    }
}
