package dev.layeredsaga.orchestrator.ordersaga.kafka;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.InventoryEvent;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.MultiTopicListener.Subscription;
import dev.layeredsaga.orchestrator.ordersaga.UnsettledClaims;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Listens to the events of the inventory. */
@Configuration(proxyBeanMethods = false)
class InventoryEvents {

    @Bean
    Subscription<InventoryEvent> inventoryEventSubscription(UnsettledClaims claims) {
        return new Subscription<>(
                Topics.INVENTORY_EVENTS,
                "unsettled-claims",
                MessageTypes.sealedUnder(InventoryEvent.class),
                claims::settle);
    }
}
