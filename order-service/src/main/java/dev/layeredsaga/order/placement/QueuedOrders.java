package dev.layeredsaga.order.placement;

import dev.layeredsaga.messaging.order.OnBusy;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Bounds the orders with {@code onBusy: WAIT} of each customer that have not ended, because any of them may stand in the inventory's
 * queue and keep stock from others. Other orders cost no statement. Thread-safe.
 */
@Component
@EnableConfigurationProperties(QueueSettings.class)
class QueuedOrders {

    /** The first key of the advisory locks; the second one is the customer's hash. */
    private static final int LOCK = 0x0DE5;

    /** In the order of their keys, so that two transactions do not wait for each other. */
    private static final String LOCK_CUSTOMERS = """
            SELECT pg_advisory_xact_lock(?, hash)
            FROM (SELECT DISTINCT hashtext(customer) AS hash FROM unnest(?::text[]) AS customer ORDER BY hash) AS customers
            """;

    private static final String COUNT = """
            SELECT customer_id, count(*) AS queued FROM customer_order
            WHERE customer_id = ANY (?) AND status = 'PENDING' AND on_busy = 'WAIT' GROUP BY customer_id
            """;

    private final JdbcTemplate jdbc;
    private final QueueSettings settings;

    QueuedOrders(JdbcTemplate jdbc, QueueSettings settings) {
        this.jdbc = jdbc;
        this.settings = settings;
    }

    /**
     * Counts the customers' orders. Until the current transaction ends, nobody else places one that may wait for any of them.
     *
     * @param requests those that may be accepted in the transaction
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
            // a statement of its own, which sees what was committed before the lock was free
            jdbc.query(
                    COUNT,
                    row -> {
                        queued.put(row.getString("customer_id"), row.getInt("queued"));
                    },
                    (Object) customers);
        }
        return new Places(queued, settings.perCustomer());
    }

    /** The places that customers have left, in one transaction. */
    record Places(Map<String, Integer> taken, int perCustomer) {

        /** Takes a place if the order needs one; false if its customer has none left. */
        boolean take(PlaceOrder request) {
            return request.onBusy() != OnBusy.WAIT || taken.merge(request.customerId(), 1, Integer::sum) <= perCustomer;
        }
    }
}
