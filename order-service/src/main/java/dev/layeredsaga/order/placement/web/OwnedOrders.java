package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.order.placement.CustomerOrder;
import dev.layeredsaga.order.placement.OrderLookup;
import dev.layeredsaga.order.web.ErrorCode;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Finds orders for a caller; orders of other customers are reported as not found. */
@Component
record OwnedOrders(OrderLookup lookup) {

    /** @throws ProblemException {@code ORDER_NOT_FOUND} if the order does not exist or belongs to another customer */
    CustomerOrder find(Caller caller, UUID id) {
        return lookup.find(id)
                .filter(order -> caller.maySee(order.customerId()))
                .orElseThrow(() -> new ProblemException(ErrorCode.ORDER_NOT_FOUND));
    }
}
