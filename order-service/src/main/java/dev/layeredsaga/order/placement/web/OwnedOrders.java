package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.messaging.security.Caller;
import dev.layeredsaga.order.placement.CustomerOrder;
import dev.layeredsaga.order.placement.OrderLookup;
import dev.layeredsaga.order.web.ErrorCode;
import dev.layeredsaga.order.web.ProblemException;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** The orders as a caller sees them: those of others do not exist. */
@Component
final class OwnedOrders {

    private final OrderLookup lookup;

    OwnedOrders(OrderLookup lookup) {
        this.lookup = lookup;
    }

    /** @throws ProblemException {@code ORDER_NOT_FOUND} if there is no such order, or it is someone else's */
    CustomerOrder find(Caller caller, UUID id) {
        return lookup.find(id)
                .filter(order -> caller.maySee(order.customerId()))
                .orElseThrow(() -> new ProblemException(ErrorCode.ORDER_NOT_FOUND));
    }
}
