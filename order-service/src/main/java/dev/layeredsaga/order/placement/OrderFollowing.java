package dev.layeredsaga.order.placement;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;

/** Tells followers the events of an order as they come, with neither a transaction nor a database connection in hand. */
@Service
public final class OrderFollowing {

    private final OrderNews news;
    private final OrderLookup lookup;
    private final OrderEvents events;
    private final Duration heartbeat;

    /** @param heartbeat how long a follower is left without a sign of life; default 15 s */
    OrderFollowing(
            OrderNews news,
            OrderLookup lookup,
            OrderEvents events,
            @Value("${orders.heartbeat:15s}") Duration heartbeat) {
        if (!heartbeat.isPositive()) {
            throw new IllegalArgumentException("orders.heartbeat must be positive, but is " + heartbeat);
        }
        this.news = news;
        this.lookup = lookup;
        this.events = events;
        this.heartbeat = heartbeat;
    }

    /** Whether the order has ended and has nothing to tell after the given sequence. */
    public boolean isOver(UUID orderId, long lastSequence) {
        return hasEnded(orderId) && events.after(orderId, lastSequence).isEmpty();
    }

    /**
     * Tells all events after the given sequence, each once and in order. Blocks the (virtual) thread until the last one has been
     * told or the service stops.
     *
     * @throws IOException if the follower does not listen any more
     */
    public void follow(UUID orderId, long lastSequence, OrderFollower follower)
            throws IOException, InterruptedException {
        try (OrderNews.Following following = news.follow(orderId)) {
            long told = lastSequence;
            boolean over;
            do {
                // asked before the events are read: the ending and its event are stored together
                over = hasEnded(orderId);
                List<OrderEvent> fresh = events.after(orderId, told);
                told = tell(fresh, told, follower);
                if (fresh.isEmpty() && !over) {
                    follower.nothingNew();
                }
            } while (!over && following.await(heartbeat));
        }
    }

    private static long tell(List<OrderEvent> fresh, long told, OrderFollower follower) throws IOException {
        long last = told;
        for (OrderEvent event : fresh) {
            follower.tell(event);
            last = event.sequence();
        }
        return last;
    }

    private boolean hasEnded(UUID orderId) {
        return lookup.find(orderId).map(CustomerOrder::hasEnded).orElse(true);
    }
}
