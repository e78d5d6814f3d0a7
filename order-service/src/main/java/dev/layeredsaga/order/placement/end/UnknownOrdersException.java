package dev.layeredsaga.order.placement.end;

import java.util.Set;
import java.util.UUID;

/** Says that there are no orders of these ids. */
public final class UnknownOrdersException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    // not serialized: it ends in the consumer of the events
    private final transient Set<UUID> orders;

    UnknownOrdersException(Set<UUID> orders) {
        super(orders.size() + " orders are unknown");
        this.orders = Set.copyOf(orders);
    }

    public Set<UUID> orders() {
        return orders;
    }
}
