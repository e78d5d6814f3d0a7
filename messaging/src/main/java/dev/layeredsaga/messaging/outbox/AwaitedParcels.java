package dev.layeredsaga.messaging.outbox;

import java.util.HashSet;
import java.util.Set;

/** Looks whether the parcels of other processes are gone that those of this one wait for. */
final class AwaitedParcels {

    private final OutboxTable table;
    private final SendOrder order;

    AwaitedParcels(OutboxTable table, SendOrder order) {
        this.table = table;
        this.order = order;
    }

    /** Asks nothing if nothing waits. */
    void look() {
        Set<Long> awaited = order.awaited();
        if (!awaited.isEmpty()) {
            Set<Long> gone = new HashSet<>(awaited);
            gone.removeAll(table.present(awaited));
            order.noLongerAwaited(gone);
        }
    }
}
