package dev.layeredsaga.order.placement;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code order.queue}.
 *
 * @param perCustomer how many orders with {@code onBusy: WAIT} a customer may have that have not ended; default 50
 */
@ConfigurationProperties("order.queue")
record QueueSettings(@DefaultValue("50") int perCustomer) {

    /** @throws IllegalArgumentException if no order could be placed */
    QueueSettings {
        if (perCustomer < 1) {
            throw new IllegalArgumentException("order.queue.per-customer must be at least 1, but is " + perCustomer);
        }
    }
}
