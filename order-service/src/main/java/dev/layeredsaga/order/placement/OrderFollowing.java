package dev.layeredsaga.order.placement;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.stereotype.Service;

/**
 * Sends followers the events of an order in sequence, without holding a transaction or a database connection. A gap in the sequence
 * delays the events behind it: the {@linkplain OrderReconciliation reconciliation} requests what is missing.
 */
@Service
@EnableConfigurationProperties(FollowingSettings.class)
public final class OrderFollowing {

    private final OrderChangeFeed changes;
    private final OrderLookup lookup;
    private final OrderEvents events;
    private final OrderClock clock;
    private final FollowingSettings settings;

    OrderFollowing(
            OrderChangeFeed changes,
            OrderLookup lookup,
            OrderEvents events,
            OrderClock clock,
            FollowingSettings settings) {
        this.changes = changes;
        this.lookup = lookup;
        this.events = events;
        this.clock = clock;
        this.settings = settings;
    }

    /** Returns true if the order has ended and has no events after the given sequence. */
    public boolean isOver(UUID orderId, long lastSequence) {
        return hasEnded(lookup.find(orderId))
                && events.after(orderId, lastSequence).isEmpty();
    }

    /**
     * Sends all events after the given sequence, each once and in order. Blocks the (virtual) thread until the last one has been
     * sent or the service stops.
     *
     * @throws IOException if the follower has disconnected
     */
    public void follow(UUID orderId, long lastSequence, OrderFollower follower)
            throws IOException, InterruptedException {
        try (OrderChangeFeed.Subscription subscription = changes.subscribe(orderId)) {
            long told = lastSequence;
            boolean over;
            do {
                // read before the events: the ending and its event are stored in one transaction
                Optional<CustomerOrder> order = lookup.find(orderId);
                List<OrderEvent> stored = events.after(orderId, told);
                List<OrderEvent> fresh = isWorthWaitingFor(order) ? untilGap(stored, told) : stored;
                told = tell(fresh, told, follower);
                over = hasEnded(order) && fresh.size() == stored.size();
                if (fresh.isEmpty() && !over) {
                    follower.nothingNew();
                }
            } while (!over && subscription.await(settings.heartbeat()));
        }
    }

    private boolean isWorthWaitingFor(Optional<CustomerOrder> order) {
        return order.filter(known -> !known.hasEnded()
                        || known.updatedAt().plus(settings.gapTimeout()).isAfter(clock.now()))
                .isPresent();
    }

    /** Returns the events before the first gap. */
    private static List<OrderEvent> untilGap(List<OrderEvent> stored, long told) {
        int count = 0;
        while (count < stored.size() && stored.get(count).sequence() == told + count + 1) {
            count++;
        }
        return stored.subList(0, count);
    }

    private static long tell(List<OrderEvent> fresh, long told, OrderFollower follower) throws IOException {
        long last = told;
        for (OrderEvent event : fresh) {
            follower.tell(event);
            last = event.sequence();
        }
        return last;
    }

    private static boolean hasEnded(Optional<CustomerOrder> order) {
        return order.map(CustomerOrder::hasEnded).orElse(true);
    }
}
