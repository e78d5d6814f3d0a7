package dev.layeredsaga.order.placement;

import dev.layeredsaga.contract.order.OnBusy;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.util.Assert;

/**
 * Limits each customer's orders with {@code onBusy: WAIT} that have not ended, because any of them may stand in the inventory's queue
 * and keep stock from others. Other orders cost no statement. Thread-safe.
 */
@Component
@EnableConfigurationProperties(QueuedOrders.Settings.class)
record QueuedOrders(JdbcTemplate jdbc, Settings settings) {

    /** First key of the advisory locks; the second key is the customer's hash. */
    private static final int LOCK = 0x0DE5;

    /** Locks in the order of the hashes, so that two transactions never deadlock. */
    private static final String LOCK_CUSTOMERS = """
            SELECT pg_advisory_xact_lock(?, hash)
            FROM (SELECT DISTINCT hashtext(customer) AS hash FROM unnest(?::text[]) AS customer ORDER BY hash) AS customers
            """;

    private static final String COUNT = """
            SELECT customer_id, count(*) AS queued FROM customer_order
            WHERE customer_id = ANY (?) AND status = 'PENDING' AND on_busy = 'WAIT' GROUP BY customer_id
            """;

    /**
     * Settings below {@code order.queue}.
     *
     * @param perCustomer the number of orders with {@code onBusy: WAIT} that a customer may have that have not ended; default 50
     */
    @ConfigurationProperties("order.queue")
    record Settings(@DefaultValue("50") int perCustomer) {

        /** @throws IllegalArgumentException if {@code perCustomer} is not positive */
        Settings {
            Assert.isTrue(perCustomer >= 1, "order.queue.per-customer must be at least 1, but is " + perCustomer);
        }
    }

    /**
     * Counts the customers' queued orders. Until the current transaction ends, no other transaction places one for any of them.
     *
     * @param requests the requests that may be accepted in the transaction
     */
    Places placesFor(Collection<PlaceOrder> requests) {
        String[] customers = requests.stream()
                .filter(request -> request.onBusy() == OnBusy.WAIT)
                .map(PlaceOrder::customerId)
                .distinct()
                .toArray(String[]::new);
        Map<String, Integer> queued = new HashMap<>();
        if (customers.length > 0) {
            jdbc.query(LOCK_CUSTOMERS, row -> {}, LOCK, customers);
            // a separate statement, whose snapshot includes what was committed before the lock was released
            jdbc.query(
                    COUNT,
                    row -> {
                        queued.put(row.getString("customer_id"), row.getInt("queued"));
                    },
                    (Object) customers);
        }
        return new Places(queued, settings.perCustomer());
    }

    /** The queue places that customers have left, in one transaction. */
    record Places(Map<String, Integer> taken, int perCustomer) {

        /** Takes a place if the order needs one; returns false if its customer has none left. */
        boolean take(PlaceOrder request) {
            return request.onBusy() != OnBusy.WAIT || taken.merge(request.customerId(), 1, Integer::sum) <= perCustomer;
        }
    }
}
