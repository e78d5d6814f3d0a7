package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.engine.SagaEngine;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import java.time.Duration;
import java.util.List;

/** The order saga with settings for a simulation. */
public final class SimulatedOrderSaga {

    private static final OrderSagaSettings SETTINGS = new OrderSagaSettings(
            Duration.ofMinutes(2), Duration.ofMinutes(5), null, Duration.ofSeconds(5), Duration.ofSeconds(30));

    private final Participant payment;
    private final SagaDefinition<OrderSagaData> definition;

    /** @param payment which kind of participant makes the payments */
    public SimulatedOrderSaga(PaymentSettings.Kind payment) {
        this.payment = new PaymentSettings(payment).toParticipant();
        this.definition = new OrderSaga(SETTINGS, this.payment).definition();
    }

    public SagaDefinitions definitions() {
        return new SagaDefinitions(List.of(definition), List.of(OrderSaga.INVENTORY, payment));
    }

    /** Returns what makes sagas of orders. No order is returned here. */
    public OrderSagas on(SagaEngine engine) {
        return new OrderSagas(engine, definition, request -> {});
    }
}
