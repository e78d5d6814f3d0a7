package dev.layeredsaga.order.placement.follow;

import java.util.Collection;
import java.util.Set;
import java.util.UUID;

/** Notifies every instance, this one included, that orders have changed. */
@FunctionalInterface
public interface OrderChangeSender {

    /**
     * Notifies when the current transaction commits, and only then.
     *
     * @param changed the orders, those that have ended included
     * @param ended those that have ended, now or before
     */
    void send(Collection<UUID> changed, Set<UUID> ended);
}
