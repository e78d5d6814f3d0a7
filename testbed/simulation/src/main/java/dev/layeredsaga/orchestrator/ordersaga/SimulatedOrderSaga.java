package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.order.OrderSagaEvent.SagaStarted;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.PastSaga;
import dev.layeredsaga.engine.SimulatedEngine;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Starts and cancels order sagas as {@link OrderSagas} does, with their real definition. */
public final class SimulatedOrderSaga {

    private static final Reason CANCELLED =
            ReasonCode.CANCELLED_BY_CUSTOMER.because("the customer cancelled the order");

    private static final OrderSagaSettings SETTINGS = new OrderSagaSettings(
            Duration.ofMinutes(2), Duration.ofMinutes(5), null, Duration.ofSeconds(5), Duration.ofSeconds(30));

    private final Participant payment;
    private final SagaDefinition<OrderSagaData> definition;
    private final Repetitions repetitions = new Repetitions();

    /** @param payment which kind of participant makes the payments */
    public SimulatedOrderSaga(PaymentSettings.Kind payment) {
        this.payment = new PaymentSettings(payment).toParticipant();
        this.definition = new OrderSaga(SETTINGS, this.payment).definition();
    }

    public SagaDefinitions definitions() {
        return new SagaDefinitions(List.of(definition), List.of(OrderSaga.INVENTORY, payment));
    }

    /** @param published the sequence of the last event that is known of the order's saga */
    public void start(SimulatedEngine engine, OrderPlaced order, long published) {
        OrderPlaced known = repetitions.marked(order);
        OrderSagaData data = OrderSagaData.of(known);
        if (known.repeatedAt() == null) {
            engine.start(definition, order.orderId(), data);
        } else {
            engine.startAgain(definition, order.orderId(), data, OrderSaga.PAY, published);
        }
    }

    /** All instances have been started with the setting for it. */
    public void restored(SimulatedEngine engine, Instant now) {
        repetitions.restoredAt(now);
        engine.mayHaveReached(OrderSaga.PAY);
    }

    public boolean endAgain(SimulatedEngine engine, PastSaga<SagaStarted> past) {
        return engine.endAgain(definition, past.with(OrderSagaData::of));
    }

    public void goOnAgain(SimulatedEngine engine, PastSaga<SagaStarted> past) {
        engine.goOnAgain(definition, past.with(OrderSagaData::of), OrderSaga.PAY);
    }

    public void cancel(SimulatedEngine engine, UUID orderId) {
        engine.cancel(orderId, CANCELLED);
    }
}
