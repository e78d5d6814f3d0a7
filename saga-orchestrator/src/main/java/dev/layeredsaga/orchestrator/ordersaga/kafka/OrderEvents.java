package dev.layeredsaga.orchestrator.ordersaga.kafka;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OrderEvent;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.MultiTopicListener.Subscription;
import dev.layeredsaga.orchestrator.ordersaga.OrderSagas;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Every poll of orders starts its sagas in one transaction. */
@Configuration(proxyBeanMethods = false)
class OrderEvents {

    @Bean
    Subscription<OrderEvent> orderEventSubscription(OrderSagas orderSagas) {
        return new Subscription<>(
                Topics.ORDERS_EVENTS, "order-saga", MessageTypes.sealedUnder(OrderEvent.class), orderSagas::handle);
    }
}
