package dev.layeredsaga.order.placement;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OrderCancellationRequested;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Publishes a customer's request to cancel an order. Until it has an effect, the reconciliation of orders publishes it again. */
@Service
public class OrderCancelling {

    private static final String RECONCILE_SOON = """
            UPDATE customer_order
            SET reconcile_at = least(reconcile_at, clock_timestamp() + ? * interval '1 millisecond') WHERE id = ?
            """;

    private final CustomerOrders orders;
    private final JdbcTemplate jdbc;
    private final ReconciliationSettings settings;
    private final Outbox outbox;

    OrderCancelling(CustomerOrders orders, JdbcTemplate jdbc, ReconciliationSettings settings, Outbox outbox) {
        this.orders = orders;
        this.jdbc = jdbc;
        this.settings = settings;
        this.outbox = outbox;
    }

    /** Outcome of a request to cancel an order. */
    public sealed interface Cancellation {

        /** The saga is requested, now or before, to compensate the order; the result shows in the order's status. */
        record Requested(CustomerOrder order) implements Cancellation {}

        /** The order has already been confirmed or rejected. */
        record TooLate(OrderStatus status) implements Cancellation {}

        /** There is no such order. */
        record UnknownOrder() implements Cancellation {}
    }

    @Transactional
    public Cancellation cancel(UUID orderId) {
        return orders.findForUpdate(orderId).map(this::cancel).orElseGet(Cancellation.UnknownOrder::new);
    }

    private Cancellation cancel(CustomerOrder order) {
        return switch (order.requestCancellation()) {
            case FIRST -> {
                // another instance may have published the order; a cancellation in front of its order would be ignored
                outbox.publish(
                        OutgoingMessage.of(Topics.ORDERS_EVENTS, order.id(), new OrderCancellationRequested(order.id()))
                                .sentAfterOthers());
                jdbc.update(RECONCILE_SOON, settings.cancelledAgain().toMillis(), order.id());
                yield new Cancellation.Requested(order);
            }
            case REPEATED -> new Cancellation.Requested(order);
            case TOO_LATE -> new Cancellation.TooLate(order.status());
        };
    }
}
