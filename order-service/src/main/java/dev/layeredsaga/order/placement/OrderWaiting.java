package dev.layeredsaga.order.placement;

import java.time.Duration;
import java.util.UUID;
import org.springframework.stereotype.Service;

/** Waits, with neither a transaction nor a database connection in hand, for an order to end. */
@Service
public final class OrderWaiting {

    /** News can be lost with the connection that brings them; then this finds out. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

    private final OrderNews news;
    private final OrderLookup lookup;

    OrderWaiting(OrderNews news, OrderLookup lookup) {
        this.news = news;
        this.lookup = lookup;
    }

    /**
     * Blocks the (virtual) thread until the order has ended, wherever that is heard of, but no longer than {@code atMost}, and
     * not when the service stops.
     *
     * @return the order, ended or not
     */
    public CustomerOrder awaitEnd(UUID orderId, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        try (OrderNews.Following following = news.follow(orderId)) {
            CustomerOrder order = lookup.find(orderId).orElseThrow();
            Duration left = left(end);
            while (!order.hasEnded() && left.isPositive() && following.await(shorter(left, LOOK_AGAIN))) {
                order = lookup.find(orderId).orElseThrow();
                left = left(end);
            }
            return order;
        }
    }

    private static Duration left(long end) {
        return Duration.ofNanos(end - System.nanoTime());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
