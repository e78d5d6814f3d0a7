package dev.layeredsaga.order.placement.follow;

import java.util.Collection;
import java.util.UUID;

/** Notifies every instance, this one included, that orders have changed. */
@FunctionalInterface
public interface OrderChangeSender {

    /** Notifies when the current transaction commits, and only then. */
    void send(Collection<UUID> orderIds);
}
