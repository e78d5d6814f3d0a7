package dev.layeredsaga.order.placement;

import java.util.Collection;
import java.util.UUID;

/** Tells every instance, this one included, that there are news of orders. */
@FunctionalInterface
public interface OrderNewsSender {

    /** Takes effect when the current transaction commits, and only then. */
    void send(Collection<UUID> orderIds);
}
