package dev.layeredsaga.orchestrator.ordersaga;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.ReasonCode;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaEvent.OrderCancelled;
import dev.layeredsaga.contract.saga.SagaEvent.OrderConfirmed;
import dev.layeredsaga.contract.saga.SagaEvent.OrderRejected;
import dev.layeredsaga.engine.definition.EndEvents;
import dev.layeredsaga.messaging.envelope.MessageJson;
import tools.jackson.databind.json.JsonMapper;

/** The last events of orders, whatever release wrote their data. They say nothing of an order whose data cannot be read. */
public final class OrderEndEvents implements EndEvents {

    private static final JsonMapper JSON = MessageJson.mapper();

    /** Reads the event from the data, where customer, lines and total have the same names. */
    @Override
    public OrderConfirmed completed(String data) {
        try {
            return requireNonNull(JSON.readValue(data, OrderConfirmed.class));
        } catch (RuntimeException e) {
            return new OrderConfirmed(null, null, null);
        }
    }

    @Override
    public SagaEvent undone(String data, Reason reason) {
        return undone(completed(data), reason);
    }

    /** @param order what would have confirmed it */
    static SagaEvent undone(OrderConfirmed order, Reason reason) {
        return reason.code() == ReasonCode.CANCELLED_BY_CUSTOMER
                ? new OrderCancelled(reason, order.customerId(), order.lines(), order.total())
                : new OrderRejected(reason, order.customerId(), order.lines(), order.total());
    }
}
