package dev.layeredsaga.order.placement;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code order.queue}.
 *
 * @param perCustomer the number of orders with {@code onBusy: WAIT} that a customer may have that have not ended; default 50
 */
@ConfigurationProperties("order.queue")
record QueueSettings(@DefaultValue("50") int perCustomer) {

    /** @throws IllegalArgumentException if {@code perCustomer} is not positive */
    QueueSettings {
        if (perCustomer < 1) {
            throw new IllegalArgumentException("order.queue.per-customer must be at least 1, but is " + perCustomer);
        }
    }
}
