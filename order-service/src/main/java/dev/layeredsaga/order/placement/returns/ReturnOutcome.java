package dev.layeredsaga.order.placement.returns;

import org.jspecify.annotations.Nullable;

/** Outcome of a request to return something. */
public sealed interface ReturnOutcome {

    /** @param first false if the same request was accepted before */
    record Accepted(OrderReturn made, boolean first) implements ReturnOutcome {}

    /** The key was used for another return of the order. */
    record KeyReused() implements ReturnOutcome {}

    /** The order is not confirmed, so that there is nothing to return. */
    record NotConfirmed() implements ReturnOutcome {}

    /** The time is over in which the order can be returned. */
    record TooLate() implements ReturnOutcome {}

    /** The order has no line of that sku. */
    record NotOrdered(String sku) implements ReturnOutcome {}

    /**
     * Less is left than was to be returned.
     *
     * @param sku null if everything was to be returned
     */
    record NotLeft(@Nullable String sku, int left) implements ReturnOutcome {}

    /** The order has had as many returns as it may. */
    record TooMany(int limit) implements ReturnOutcome {}
}
