package dev.layeredsaga.order.placement.end;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.order.placement.CustomerOrder;
import dev.layeredsaga.order.placement.CustomerOrders;
import dev.layeredsaga.order.placement.OrderStatus;
import dev.layeredsaga.order.placement.UnknownIdsException;
import dev.layeredsaga.order.placement.follow.OrderChangeSender;
import dev.layeredsaga.order.placement.follow.OrderEvent;
import dev.layeredsaga.order.placement.follow.OrderEvents;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Applies the events of sagas to their orders. */
@Service
public class OrderTracking {

    private static final Logger log = LoggerFactory.getLogger(OrderTracking.class);

    private static final String KNOWN =
            "SELECT id, status, total_amount, currency, erased_at IS NOT NULL AS erased FROM customer_order WHERE id = ANY (?)";

    private final JdbcTemplate jdbc;
    private final CustomerOrders orders;
    private final OrderEvents events;
    private final OrderChangeSender news;
    private final OrderMeters meters;
    private final Clock clock;

    OrderTracking(
            JdbcTemplate jdbc,
            CustomerOrders orders,
            OrderEvents events,
            OrderChangeSender news,
            OrderMeters meters,
            Clock clock) {
        this.jdbc = jdbc;
        this.orders = orders;
        this.events = events;
        this.news = news;
        this.meters = meters;
        this.clock = clock;
    }

    /**
     * Stores the events of sagas and applies their endings, by order id, in the current transaction; the orders are written at its commit. Wakes the
     * followers of the orders after the commit. Skips events of erased customers. An ending that differs from the order's first, or has
     * another total, is an error in the log and a meter.
     *
     * @throws UnknownIdsException if there is an event without an order, which is one that was lost, or another service's
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void follow(List<OrderEvent> published, Map<UUID, OrderEnding> endings) {
        Map<UUID, Boolean> erased = new HashMap<>();
        Instant now = clock.instant();
        for (CustomerOrder order : lock(endings.keySet())) {
            OrderEnding ending = endings.get(order.id());
            if (ending != null && end(order, ending, now)) {
                compare(order.id(), order.status(), order.total(), ending);
                // only ended orders are erased, and this one's row is locked
                erased.put(order.id(), false);
            }
        }
        Set<UUID> concerned = new HashSet<>(endings.keySet());
        published.forEach(event -> concerned.add(event.orderId()));
        readOthers(concerned, endings, erased);
        UnknownIdsException.requireKnown(concerned, erased.keySet());
        events.add(published.stream()
                .filter(event -> !erased.getOrDefault(event.orderId(), true))
                .toList());
        news.send(concerned, endings.keySet());
    }

    private List<CustomerOrder> lock(Set<UUID> ids) {
        return ids.isEmpty() ? List.of() : orders.lockPending(ids.toArray(UUID[]::new));
    }

    private boolean end(CustomerOrder order, OrderEnding ending, Instant now) {
        boolean first = order.end(ending.status(), ending.reason(), now);
        if (first) {
            meters.ended(ending, Duration.between(order.placedAt(), now));
        }
        return first;
    }

    private void readOthers(Set<UUID> concerned, Map<UUID, OrderEnding> endings, Map<UUID, Boolean> erased) {
        UUID[] others = concerned.stream().filter(id -> !erased.containsKey(id)).toArray(UUID[]::new);
        if (others.length > 0) {
            jdbc.query(
                    KNOWN,
                    row -> {
                        UUID order = row.getObject("id", UUID.class);
                        erased.put(order, row.getBoolean("erased"));
                        compare(
                                order,
                                OrderStatus.valueOf(row.getString("status")),
                                new Money(row.getLong("total_amount"), row.getString("currency")),
                                endings.get(order));
                    },
                    (Object) others);
        }
    }

    /**
     * A saga ends twice if the orchestrator's database has been restored to a time before its end, and at another total if this one has
     * been, to a time before the order and another price.
     */
    private void compare(UUID order, OrderStatus status, Money total, @Nullable OrderEnding ending) {
        if (ending != null && !ending.agreesWith(status, total)) {
            log.error(
                    "order {} is {} ({}) for its customer, but its saga has ended, and its order would be {} ({}): compare its payment and its claim. Was a database restored?",
                    order,
                    status,
                    total,
                    ending.status(),
                    ending.total());
            meters.contradicted();
        }
    }
}
