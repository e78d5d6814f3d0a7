package dev.layeredsaga.order.placement;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Lets the orders know how their sagas have ended. */
@Service
public class OrderTracking {

    private static final Logger log = LoggerFactory.getLogger(OrderTracking.class);

    private final CustomerOrders orders;
    private final OrderClock clock;

    OrderTracking(CustomerOrders orders, OrderClock clock) {
        this.orders = orders;
        this.clock = clock;
    }

    /**
     * Ends the orders, by their ids, with one query and one batch of updates, in the current transaction. An id without an
     * order is passed over: a saga starts only after its order is stored, so such a saga is not one of ours.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void end(Map<UUID, OrderEnding> endings) {
        if (endings.isEmpty()) {
            return;
        }
        Instant now = clock.now();
        List<CustomerOrder> ours = orders.findAllById(endings.keySet());
        for (CustomerOrder order : ours) {
            OrderEnding ending = endings.get(order.id());
            if (ending != null) {
                order.end(ending, now);
            }
        }
        if (ours.size() < endings.size()) {
            log.warn("{} of {} ended sagas have no order here", endings.size() - ours.size(), endings.size());
        }
    }
}
