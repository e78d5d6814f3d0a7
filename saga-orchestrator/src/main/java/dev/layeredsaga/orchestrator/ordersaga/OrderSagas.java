package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.contract.order.OrderCancellationRequested;
import dev.layeredsaga.contract.order.OrderEvent;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.order.OrderSagaEvent.SagaStarted;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.order.ReturnRequested;
import dev.layeredsaga.contract.order.SagaEventsRequested;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.PastSaga;
import dev.layeredsaga.engine.SagaEngine;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.orchestrator.returnsaga.ReturnSagas;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Starts and cancels sagas on events of the order-service. */
public final class OrderSagas {

    /** The name of the definition. */
    public static final String NAME = OrderSaga.NAME;

    private static final Reason CANCELLED =
            ReasonCode.CANCELLED_BY_CUSTOMER.because("the customer cancelled the order");

    private final SagaEngine engine;
    private final SagaDefinition<OrderSagaData> definition;
    private final ReturnSagas returns;
    private final Repetitions repetitions = new Repetitions();

    OrderSagas(SagaEngine engine, SagaDefinition<OrderSagaData> definition, ReturnSagas returns) {
        this.returns = returns;
        this.engine = engine;
        this.definition = definition;
    }

    /** Ends sagas as they had ended before the database lost it, in the caller's transaction. Returns those that had not ended here. */
    public Set<UUID> endAgain(List<PastSaga<SagaStarted>> past) {
        return engine.endAgain(definition, withData(past));
    }

    /**
     * Has sagas that had not ended go on behind what they had published before the database lost it, in the caller's transaction. Those that
     * were being compensated are compensated. Any other that is not there is begun anew when its order is published again.
     */
    public void goOnAgain(List<PastSaga<SagaStarted>> past) {
        engine.goOnAgain(definition, withData(past), OrderSaga.PAY);
    }

    private static List<PastSaga<OrderSagaData>> withData(List<PastSaga<SagaStarted>> past) {
        return past.stream().map(saga -> saga.with(OrderSagaData::of)).toList();
    }

    /**
     * The database has been restored, and may have lost payments: sagas under way, and those that this instance begins for orders from before
     * then, ask about theirs however early they end. Those that have paid do so again, in the caller's transaction: it may have gone back.
     *
     * @return those that pay
     */
    public Set<UUID> restored(Instant now) {
        repetitions.restoredAt(now);
        return engine.mayHaveReached(definition, OrderSaga.PAY);
    }

    /**
     * Starts and cancels sagas, those of returns included, and publishes their events again, in the caller's transaction. An order's cancellation never comes before
     * the order; if the order has been lost, the order-service sends both again. The saga of an order that is published again may have
     * been lost with its payment under way: its compensation asks about that, however early the saga ends.
     */
    public void handle(List<OrderEvent> events) {
        Map<UUID, OrderSagaData> placed = new LinkedHashMap<>();
        Map<UUID, OrderSagaData> repeated = new LinkedHashMap<>();
        List<UUID> cancelled = new ArrayList<>();
        Map<UUID, Long> missing = new LinkedHashMap<>();
        for (OrderEvent event : events) {
            switch (event) {
                case OrderPlaced order -> {
                    OrderPlaced known = repetitions.marked(order);
                    (known.repeatedAt() == null ? placed : repeated).put(order.orderId(), OrderSagaData.of(known));
                }
                case OrderCancellationRequested request -> cancelled.add(request.orderId());
                case ReturnRequested request -> returns.start(request);
                case SagaEventsRequested request ->
                    missing.merge(request.orderId(), request.afterSequence(), Math::min);
            }
        }
        placed.keySet().removeAll(repeated.keySet());
        if (!placed.isEmpty()) {
            engine.start(definition, placed);
        }
        if (!repeated.isEmpty()) {
            engine.startAgain(definition, repeated, OrderSaga.PAY);
        }
        if (!cancelled.isEmpty()) {
            engine.cancel(cancelled, CANCELLED);
        }
        if (!missing.isEmpty()) {
            engine.publishAgain(missing);
        }
    }
}
