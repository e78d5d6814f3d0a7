package dev.layeredsaga.order.placement;

/** Outcome of a request to cancel an order. */
public sealed interface Cancellation {

    /** The saga is requested to compensate the order; the result will show in the order's status. */
    record Requested(CustomerOrder order) implements Cancellation {}

    /** Cancellation was requested before, or the order is cancelled already. */
    record AlreadyRequested(CustomerOrder order) implements Cancellation {}

    /** The order has already been confirmed or rejected. */
    record TooLate(OrderStatus status) implements Cancellation {}

    /** There is no such order. */
    record UnknownOrder() implements Cancellation {}
}
