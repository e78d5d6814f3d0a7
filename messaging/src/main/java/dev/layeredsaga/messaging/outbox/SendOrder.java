package dev.layeredsaga.messaging.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides which committed rows may be sent from memory, and in which order, so that none overtakes an earlier one of its key.
 *
 * <p>Rows are <em>registered</em> while their transaction is open and <em>sent</em> from when they are queued for the producer
 * until they are forgotten. A parcel whose predecessors have all been sent is queued at once; one with a predecessor that is
 * registered here waits for it; one with a predecessor that this process knows nothing of (another instance's, or one left by
 * a crash) is left to the sweep, and so is one for which the queue has no room. Thread-safe; no call blocks but those that say
 * so.
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
    private final Underway underway = new Underway();
    private final BlockingQueue<OutboxRow> queue;

    /** @param capacity how many rows are kept in memory at most while the producer takes none */
    SendOrder(int capacity) {
        this.queue = new LinkedBlockingQueue<>(capacity);
    }

    /** The parcel's transaction is about to commit. */
    synchronized void register(Parcel parcel) {
        registered.addAll(parcel.ids());
    }

    /** The parcel's transaction has committed. */
    synchronized void committed(Parcel parcel) {
        waiting.add(parcel);
        queueWhatMayGo();
    }

    /** The parcel's transaction did not commit, or nobody knows: if its rows are there, the sweep will find them. */
    synchronized void leaveToSweep(Parcel parcel) {
        parcel.ids().forEach(registered::remove);
        queueWhatMayGo();
    }

    /**
     * Queues rows found in the table, as far as nobody here is busy with them or with an earlier one of their key.
     *
     * @param leftovers in the order of their ids
     * @return those that have been queued
     */
    synchronized List<OutboxRow> adopt(List<OutboxRow> leftovers) {
        Set<String> heldBack = new HashSet<>();
        List<OutboxRow> adopted = new ArrayList<>();
        for (OutboxRow row : leftovers) {
            if (registered.contains(row.id())) {
                heldBack.add(row.key());
            } else if (!sent.contains(row.id()) && !heldBack.contains(row.key())) {
                if (queue.remainingCapacity() == 0) {
                    break;
                }
                enqueue(row);
                adopted.add(row);
            }
        }
        return adopted;
    }

    /**
     * The next row to hand to the producer; null if there is none within {@code patience}. Called from one thread only, for the
     * rows' order to hold.
     */
    @Nullable OutboxRow poll(Duration patience) throws InterruptedException {
        return queue.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The broker has the row. */
    void acknowledged(OutboxRow row) {
        underway.ended(row.id());
    }

    /** The broker will not have the row: the sweep tries it again. */
    void failed(OutboxRow row) {
        forget(List.of(row.id()));
        underway.ended(row.id());
    }

    /**
     * The producer takes nothing at present: the row and everything queued behind it is left to the sweep, in order.
     *
     * @return how many rows that is
     */
    synchronized int refused(OutboxRow row) {
        List<OutboxRow> left = new ArrayList<>(List.of(row));
        queue.drainTo(left);
        left.forEach(this::failed);
        return left.size();
    }

    /** How many of these rows have not failed since they were queued. */
    synchronized int countSent(Collection<Long> ids) {
        return Math.toIntExact(ids.stream().filter(sent::contains).count());
    }

    /** Nobody will ask for these rows any more. */
    synchronized void forget(Collection<Long> ids) {
        ids.forEach(sent::remove);
    }

    /** Where it can be waited for that rows are neither queued nor with the producer any more. */
    Underway underway() {
        return underway;
    }

    private void queueWhatMayGo() {
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Iterator<Parcel> parcels = waiting.iterator(); parcels.hasNext(); ) {
                Parcel parcel = parcels.next();
                if (!mustWait(parcel)) {
                    parcels.remove();
                    queueOrLeave(parcel);
                    progress = true;
                }
            }
        }
    }

    private boolean mustWait(Parcel parcel) {
        return parcel.predecessors().stream().anyMatch(registered::contains);
    }

    private void queueOrLeave(Parcel parcel) {
        parcel.ids().forEach(registered::remove);
        boolean room = queue.remainingCapacity() >= parcel.rows().size();
        if (room && sent.containsAll(parcel.predecessors())) {
            parcel.rows().forEach(this::enqueue);
        }
    }

    private void enqueue(OutboxRow row) {
        sent.add(row.id());
        underway.begun(row.id());
        queue.add(row);
    }
}
