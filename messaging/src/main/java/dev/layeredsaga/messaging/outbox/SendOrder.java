package dev.layeredsaga.messaging.outbox;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Decides when a committed transaction's messages may be sent from memory without overtaking earlier messages of their keys.
 *
 * <p>Rows are <em>registered</em> while their transaction is open and <em>sent</em> once handed to the producer. A parcel
 * whose predecessors have all been sent goes at once; one with a predecessor that is registered here waits for it; one with a
 * predecessor that this process knows nothing of (another instance's, or one left by a crash) is left to the sweep.
 * Thread-safe.
 */
final class SendOrder {

    /** The rows of one transaction, and the rows that must be sent before them. */
    record Parcel(List<OutboxRow> rows, List<Long> predecessors) {

        List<Long> ids() {
            return rows.stream().map(OutboxRow::id).toList();
        }
    }

    private final Set<Long> registered = new HashSet<>();
    private final Set<Long> sent = new HashSet<>();
    private final List<Parcel> waiting = new ArrayList<>();
    private final Consumer<OutboxRow> producer;

    /** @param producer called under this object's lock, in sending order; it must not block on an acknowledgement */
    SendOrder(Consumer<OutboxRow> producer) {
        this.producer = producer;
    }

    /** The parcel's transaction is about to commit. */
    synchronized void register(Parcel parcel) {
        registered.addAll(parcel.ids());
    }

    /** The parcel's transaction has committed. */
    synchronized void committed(Parcel parcel) {
        waiting.add(parcel);
        sendWhatMayGo();
    }

    /** The parcel's transaction did not commit, or nobody knows: if its rows are there, the sweep will find them. */
    synchronized void leaveToSweep(Parcel parcel) {
        registered.removeAll(parcel.ids());
        sendWhatMayGo();
    }

    /** These rows are gone from the table (or were never acknowledged): forget them. */
    synchronized void forget(Collection<Long> ids) {
        sent.removeAll(ids);
    }

    /** True if this process is still busy with the row, so that the sweep need not touch it. */
    synchronized boolean knows(long id) {
        return registered.contains(id) || sent.contains(id);
    }

    private void sendWhatMayGo() {
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Iterator<Parcel> parcels = waiting.iterator(); parcels.hasNext(); ) {
                Parcel parcel = parcels.next();
                if (!mustWait(parcel)) {
                    parcels.remove();
                    sendOrLeave(parcel);
                    progress = true;
                }
            }
        }
    }

    private boolean mustWait(Parcel parcel) {
        return parcel.predecessors().stream().anyMatch(registered::contains);
    }

    private void sendOrLeave(Parcel parcel) {
        registered.removeAll(parcel.ids());
        if (sent.containsAll(parcel.predecessors())) {
            sent.addAll(parcel.ids());
            parcel.rows().forEach(producer);
        }
    }
}
