package dev.layeredsaga.order.placement.follow;

import dev.layeredsaga.order.placement.CustomerOrder;
import dev.layeredsaga.order.placement.OrderLookup;
import java.time.Duration;
import org.springframework.stereotype.Service;

/** Waits for an order to end, without holding a transaction or a database connection. */
@Service
public final class OrderWaiting {

    /** Until the first poll, because an order that ends before there is a subscription wakes none. */
    private static final Duration FIRST_POLL = Duration.ofMillis(250);

    /** Between the others, because a notification can be lost with its connection. */
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(10);

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
     * @param placed the order as it was read or stored just now
     * @return the order, ended or not
     */
    public CustomerOrder awaitEnd(CustomerOrder placed, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        CustomerOrder order = placed;
        Duration pause = FIRST_POLL;
        boolean running = true;
        try (OrderChangeFeed.Subscription subscription = changes.subscribeToEnd(order.id())) {
            for (Duration left = atMost; running && left.isPositive() && !order.hasEnded(); left = left(end)) {
                running = subscription.await(left.compareTo(pause) < 0 ? left : pause);
                order = lookup.find(order.id()).orElseThrow();
                pause = POLL_INTERVAL;
            }
            return order;
        }
    }

    private static Duration left(long end) {
        return Duration.ofNanos(end - System.nanoTime());
    }
}
