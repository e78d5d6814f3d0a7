package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.messaging.topic.UsedTopics;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Brings the order saga to the engine. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({OrderSagaSettings.class, PaymentSettings.class})
@Import({OrderSagas.class, OrderQueries.class})
class OrderSagaConfiguration {

    @Bean
    SagaDefinition<OrderSagaData> orderSaga(OrderSagaSettings settings, PaymentSettings payment) {
        return new OrderSaga(settings, payment.toParticipant()).definition();
    }

    /** All, as this service's operators handle the dead letters of all. */
    @Bean
    UsedTopics orderTopics() {
        return new UsedTopics(Topics.ALL);
    }

    @Bean
    Participant inventory() {
        return OrderSaga.INVENTORY;
    }

    @Bean
    Participant payment(PaymentSettings settings) {
        return settings.toParticipant();
    }
}
