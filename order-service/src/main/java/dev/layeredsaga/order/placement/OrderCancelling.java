package dev.layeredsaga.order.placement;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OrderCancellationRequested;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import java.util.UUID;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Publishes a customer's request to cancel an order, once per order. */
@Service
public class OrderCancelling {

    private final CustomerOrders orders;
    private final Outbox outbox;

    OrderCancelling(CustomerOrders orders, Outbox outbox) {
        this.orders = orders;
        this.outbox = outbox;
    }

    @Transactional
    public Cancellation cancel(UUID orderId) {
        Cancellation cancellation =
                orders.findForUpdate(orderId).map(OrderCancelling::cancel).orElseGet(Cancellation.UnknownOrder::new);
        if (cancellation instanceof Cancellation.Requested) {
            // another instance may have published the order; a cancellation in front of its order would be ignored
            outbox.publish(OutgoingMessage.of(Topics.ORDERS_EVENTS, orderId, new OrderCancellationRequested(orderId))
                    .sentAfterOthers());
        }
        return cancellation;
    }

    private static Cancellation cancel(CustomerOrder order) {
        return switch (order.requestCancellation()) {
            case FIRST -> new Cancellation.Requested(order);
            case REPEATED -> new Cancellation.AlreadyRequested(order);
            case TOO_LATE -> new Cancellation.TooLate(order.status());
        };
    }
}
