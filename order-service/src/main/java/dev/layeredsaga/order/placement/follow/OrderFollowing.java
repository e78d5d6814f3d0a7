package dev.layeredsaga.order.placement.follow;

import dev.layeredsaga.order.placement.CustomerOrder;
import dev.layeredsaga.order.placement.OrderLookup;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.stereotype.Service;
import org.springframework.util.Assert;

/**
 * Sends followers the events of an order in sequence, without holding a transaction or a database connection. A gap in the sequence
 * delays the events behind it: the reconciliation requests what is missing.
 */
@Service
@EnableConfigurationProperties(OrderFollowing.Settings.class)
public final class OrderFollowing {

    private final OrderChangeFeed changes;
    private final OrderLookup lookup;
    private final OrderEvents events;
    private final Clock clock;
    private final Settings settings;

    OrderFollowing(OrderChangeFeed changes, OrderLookup lookup, OrderEvents events, Clock clock, Settings settings) {
        this.changes = changes;
        this.lookup = lookup;
        this.events = events;
        this.clock = clock;
        this.settings = settings;
    }

    /**
     * Settings below {@code order.streams}, for streams of order events.
     *
     * @param heartbeat the longest time without a sign of life on a stream; default 15 s
     * @param gapTimeout the time after an order's end for which a missing event is awaited; default 1 h. Later the stream skips it
     */
    @ConfigurationProperties("order.streams")
    record Settings(
            @DefaultValue("15s") Duration heartbeat,
            @DefaultValue("1h") Duration gapTimeout) {

        /** @throws IllegalArgumentException if {@code heartbeat} is not positive or {@code gapTimeout} is negative */
        Settings {
            Assert.isTrue(
                    heartbeat.isPositive() && !gapTimeout.isNegative(),
                    "order.streams: heartbeat must be positive and gap-timeout not negative, but they are %s and %s"
                            .formatted(heartbeat, gapTimeout));
        }
    }

    /** Receiver of an order's events. Both methods throw if the receiver has disconnected. */
    public interface Follower {

        void send(OrderEvent event) throws IOException;

        /** Called periodically while there are no new events. */
        void nothingNew() throws IOException;
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
    public void follow(UUID orderId, long lastSequence, Follower follower) throws IOException, InterruptedException {
        try (OrderChangeFeed.Subscription subscription = changes.subscribe(orderId)) {
            long sent = lastSequence;
            boolean over;
            do {
                // read before the events: the ending and its event are stored in one transaction
                Optional<CustomerOrder> order = lookup.find(orderId);
                List<OrderEvent> stored = events.after(orderId, sent);
                List<OrderEvent> fresh = isWorthWaitingFor(order) ? untilGap(stored, sent) : stored;
                sent = send(fresh, sent, follower);
                over = hasEnded(order) && fresh.size() == stored.size();
                if (fresh.isEmpty() && !over) {
                    follower.nothingNew();
                }
            } while (!over && subscription.await(settings.heartbeat()));
        }
    }

    private boolean isWorthWaitingFor(Optional<CustomerOrder> order) {
        return order.filter(known -> !known.hasEnded()
                        || known.updatedAt().plus(settings.gapTimeout()).isAfter(clock.instant()))
                .isPresent();
    }

    /** Returns the events before the first gap. */
    private static List<OrderEvent> untilGap(List<OrderEvent> stored, long sent) {
        int count = 0;
        while (count < stored.size() && stored.get(count).sequence() == sent + count + 1) {
            count++;
        }
        return stored.subList(0, count);
    }

    private static long send(List<OrderEvent> fresh, long sent, Follower follower) throws IOException {
        long last = sent;
        for (OrderEvent event : fresh) {
            follower.send(event);
            last = event.sequence();
        }
        return last;
    }

    private static boolean hasEnded(Optional<CustomerOrder> order) {
        return order.map(CustomerOrder::hasEnded).orElse(true);
    }
}
