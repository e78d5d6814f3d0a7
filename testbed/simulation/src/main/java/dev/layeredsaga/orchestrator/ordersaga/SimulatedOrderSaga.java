package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.order.OrderSagaEvent.SagaStarted;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.engine.PastSaga;
import dev.layeredsaga.engine.SagaEngine;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    public void start(SagaEngine engine, OrderPlaced order) {
        OrderPlaced known = repetitions.marked(order);
        Map<UUID, OrderSagaData> data = Map.of(order.orderId(), OrderSagaData.of(known));
        if (known.repeatedAt() == null) {
            engine.start(definition, data);
        } else {
            engine.startAgain(definition, data, OrderSaga.PAY);
        }
    }

    /** All instances have been started with the setting for it. */
    public void restored(SagaEngine engine, Instant now) {
        repetitions.restoredAt(now);
        engine.mayHaveReached(definition, OrderSaga.PAY);
    }

    public Set<UUID> endAgain(SagaEngine engine, List<PastSaga<SagaStarted>> past) {
        return engine.endAgain(definition, withData(past));
    }

    public void goOnAgain(SagaEngine engine, List<PastSaga<SagaStarted>> past) {
        engine.goOnAgain(definition, withData(past), OrderSaga.PAY);
    }

    private static List<PastSaga<OrderSagaData>> withData(List<PastSaga<SagaStarted>> past) {
        return past.stream().map(saga -> saga.with(OrderSagaData::of)).toList();
    }

    public void cancel(SagaEngine engine, UUID orderId) {
        engine.cancel(List.of(orderId), CANCELLED);
    }
}
