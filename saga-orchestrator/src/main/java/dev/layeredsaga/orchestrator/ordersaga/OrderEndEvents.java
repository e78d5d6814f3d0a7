package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.ReasonCode;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.engine.definition.EndEvents;
import dev.layeredsaga.messaging.envelope.MessageJson;
import tools.jackson.databind.json.JsonMapper;

/** The last events of orders, whatever release wrote their data. */
public final class OrderEndEvents implements EndEvents {

    /** Stands for a total that cannot be read; XXX is ISO 4217's "no currency". */
    private static final Money UNREADABLE = new Money(0, "XXX");

    private static final JsonMapper JSON = MessageJson.mapper();

    @Override
    public SagaEvent completed(String data) {
        return new SagaEvent.OrderConfirmed(totalOf(data));
    }

    @Override
    public SagaEvent undone(Reason reason) {
        return reason.code() == ReasonCode.CANCELLED_BY_CUSTOMER
                ? new SagaEvent.OrderCancelled(reason)
                : new SagaEvent.OrderRejected(reason);
    }

    private static Money totalOf(String data) {
        try {
            return JSON.treeToValue(JSON.readTree(data).required("total"), Money.class);
        } catch (RuntimeException e) {
            return UNREADABLE;
        }
    }
}
