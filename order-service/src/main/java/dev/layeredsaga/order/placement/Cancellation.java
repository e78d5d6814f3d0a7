package dev.layeredsaga.order.placement;

/** What comes of the wish to cancel an order. */
public sealed interface Cancellation {

    /** The saga is asked to undo the order; how that ends, the order's status will tell. */
    record Requested(CustomerOrder order) implements Cancellation {}

    /** The saga has been asked before, or has undone the order already. */
    record AlreadyRequested(CustomerOrder order) implements Cancellation {}

    /** The order has ended in another way. */
    record TooLate(OrderStatus status) implements Cancellation {}

    /** There is no such order. */
    record UnknownOrder() implements Cancellation {}
}
