package dev.layeredsaga.order.placement;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Applies the events of sagas to their orders. */
@Service
public class OrderTracking {

    private static final Logger log = LoggerFactory.getLogger(OrderTracking.class);

    private final CustomerOrders orders;
    private final OrderEvents events;
    private final OrderNewsSender news;
    private final OrderClock clock;
    private final OrderMeters meters;

    OrderTracking(
            CustomerOrders orders, OrderEvents events, OrderNewsSender news, OrderClock clock, OrderMeters meters) {
        this.orders = orders;
        this.events = events;
        this.news = news;
        this.clock = clock;
        this.meters = meters;
    }

    /**
     * Stores the events of sagas and applies their endings, by order id, in the current transaction and a few statements; wakes the
     * followers of the orders after the commit. Skips ids without an order: a saga starts only after its order is stored, so such
     * a saga belongs to another service.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void follow(List<OrderEvent> told, Map<UUID, OrderEnding> endings) {
        events.add(told);
        end(endings);
        Set<UUID> concerned = new HashSet<>(endings.keySet());
        told.forEach(event -> concerned.add(event.orderId()));
        news.send(concerned);
    }

    private void end(Map<UUID, OrderEnding> endings) {
        if (endings.isEmpty()) {
            return;
        }
        Instant now = clock.now();
        List<CustomerOrder> ours = orders.findAllById(endings.keySet());
        for (CustomerOrder order : ours) {
            OrderEnding ending = endings.get(order.id());
            if (ending != null && order.end(ending, now)) {
                meters.ended(order);
            }
        }
        if (ours.size() < endings.size()) {
            log.warn("{} of {} ended sagas have no order here", endings.size() - ours.size(), endings.size());
        }
    }
}
