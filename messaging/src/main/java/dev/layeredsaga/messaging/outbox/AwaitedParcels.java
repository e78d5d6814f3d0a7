package dev.layeredsaga.messaging.outbox;

import java.util.HashSet;
import java.util.Set;

/** Looks whether the parcels of other processes are gone that those of this one wait for. */
final class AwaitedParcels {

    private final OutboxTable table;
    private final StuckTable stuck;
    private final SendOrder order;

    AwaitedParcels(OutboxTable table, StuckTable stuck, SendOrder order) {
        this.table = table;
        this.stuck = stuck;
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
            // second: a parcel's messages get stuck in the transaction that deletes it
            order.noLongerAwaited(gone, gone.isEmpty() ? Set.of() : stuck.targetsOf(gone));
        }
    }
}
