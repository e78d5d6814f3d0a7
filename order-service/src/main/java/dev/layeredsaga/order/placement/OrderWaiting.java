package dev.layeredsaga.order.placement;

import java.time.Duration;
import java.util.UUID;
import org.springframework.stereotype.Service;

/** Waits for an order to end, without holding a transaction or a database connection. */
@Service
public final class OrderWaiting {

    /** Interval of polling the order, because a notification can be lost with its connection. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

    private final OrderChangeFeed changes;
    private final OrderLookup lookup;

    OrderWaiting(OrderChangeFeed changes, OrderLookup lookup) {
        this.changes = changes;
        this.lookup = lookup;
    }

    /**
     * Blocks the (virtual) thread until the order has ended, on whichever instance this is received, but no longer than {@code atMost},
     * and only until the service stops.
     *
     * @return the order, ended or not
     */
    public CustomerOrder awaitEnd(UUID orderId, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        try (OrderChangeFeed.Subscription subscription = changes.subscribe(orderId)) {
            Duration left = left(end);
            while (!lookup.hasEnded(orderId) && left.isPositive() && subscription.await(shorter(left, LOOK_AGAIN))) {
                left = left(end);
            }
            return lookup.find(orderId).orElseThrow();
        }
    }

    private static Duration left(long end) {
        return Duration.ofNanos(end - System.nanoTime());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
