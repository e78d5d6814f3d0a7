package dev.layeredsaga.order.placement.follow;

import dev.layeredsaga.order.placement.CustomerOrder;
import dev.layeredsaga.order.placement.OrderLookup;
import java.time.Duration;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;

/** Waits for an order to end, without holding a transaction or a database connection. */
@Service
public final class OrderWaiting {

    /** Interval of polling the order, because a notification can be lost with its connection. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

    private static final String HAS_ENDED = "SELECT status <> 'PENDING' FROM customer_order WHERE id = ?";

    private final OrderChangeFeed changes;
    private final OrderLookup lookup;
    private final JdbcTemplate jdbc;

    OrderWaiting(OrderChangeFeed changes, OrderLookup lookup, JdbcTemplate jdbc) {
        this.changes = changes;
        this.lookup = lookup;
        this.jdbc = jdbc;
    }

    /**
     * Blocks the (virtual) thread until the order has ended, on whichever instance this is received, but no longer than {@code atMost},
     * and only until the service stops.
     *
     * @return the order, ended or not
     */
    public CustomerOrder awaitEnd(UUID orderId, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        try (OrderChangeFeed.Subscription subscription = changes.subscribeToEnd(orderId)) {
            Duration left = left(end);
            while (!hasEnded(orderId) && left.isPositive() && subscription.await(shorter(left, LOOK_AGAIN))) {
                left = left(end);
            }
            return lookup.find(orderId).orElseThrow();
        }
    }

    /** Returns true if there is such an order and it has ended. One statement without a transaction: waiting requests ask several times. */
    private boolean hasEnded(UUID id) {
        return jdbc.queryForList(HAS_ENDED, Boolean.class, id).contains(true);
    }

    private static Duration left(long end) {
        return Duration.ofNanos(end - System.nanoTime());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
