package dev.layeredsaga.orchestrator.ordersaga.kafka;

import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.inventory.InventoryEvent;
import dev.layeredsaga.messaging.listener.Subscription;
import dev.layeredsaga.messaging.listener.Subscriptions;
import dev.layeredsaga.orchestrator.ordersaga.UnsettledClaims;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Listens to the events of the inventory. */
@Configuration(proxyBeanMethods = false)
class InventoryEvents {

    @Bean
    Subscription inventoryEventSubscription(UnsettledClaims claims, Subscriptions subscriptions) {
        return subscriptions.to(
                Topics.INVENTORY_EVENTS,
                "unsettled-claims",
                MessageTypes.sealedUnder(InventoryEvent.class),
                claims::handle);
    }
}
