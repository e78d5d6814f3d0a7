package dev.layeredsaga.order.placement;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/** Says that there are no orders, or no returns, of these ids: the database has lost them, or they are another service's. */
public final class UnknownIdsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    // not serialized: it ends in the consumer of the events
    private final transient Set<UUID> ids;

    private UnknownIdsException(Set<UUID> ids) {
        super(ids.size() + " orders or returns are unknown");
        this.ids = ids;
    }

    /** @throws UnknownIdsException if any of the wanted is not known */
    public static void requireKnown(Set<UUID> wanted, Set<UUID> known) {
        if (!known.containsAll(wanted)) {
            Set<UUID> unknown = new HashSet<>(wanted);
            unknown.removeAll(known);
            throw new UnknownIdsException(unknown);
        }
    }

    public Set<UUID> ids() {
        return ids;
    }
}
