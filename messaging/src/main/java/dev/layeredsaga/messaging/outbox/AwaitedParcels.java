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

    /** Looks as soon as there is something to look for, or returns after a second without. */
    void awaitAndLook() {
        try {
            if (order.awaited().isEmpty()) {
                order.waiting().await();
            }
            look(order.awaited());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(Set<Long> awaited) {
        if (!awaited.isEmpty()) {
            Set<Long> gone = new HashSet<>(awaited);
            gone.removeAll(table.present(awaited));
            order.noLongerAwaited(gone);
        }
    }
}
