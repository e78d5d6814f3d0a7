package dev.layeredsaga.orchestrator.ordersaga;

import static dev.layeredsaga.engine.definition.StepOutcome.done;

import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** The next release of the orchestrator: an order saga that assesses each order before it is paid. */
public class OrderVersion2 {

    @Bean
    @Primary
    SagaDefinition<OrderSagaData> orderSagaVersion2(OrderSagaSettings settings, PaymentSettings payment) {
        OrderSaga order = new OrderSaga(settings, payment.toParticipant());
        return order.beginning(2)
                .then(order.reserving())
                .then(Step.local("assess", (data, attempt) -> done(data)))
                .then(order.paying())
                .then(order.confirming());
    }
}
