package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.outbox.OutboxTable.RowId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Removes from the table what need not stay there. A row whose deletion is lost is sent again. Thread-safe. */
final class OutboxCleanup {

    private static final int WORTH_A_VACUUM = 500;

    private final SendQueue queue;
    private final OutboxTable table;
    private final StuckTable stuck;
    private final AtomicInteger sinceVacuum = new AtomicInteger();

    OutboxCleanup(SendQueue queue, OutboxTable table, StuckTable stuck) {
        this.queue = queue;
        this.table = table;
        this.stuck = stuck;
    }

    /** Deletes what the broker has acknowledged, and moves what is stuck out of the way; returns true if something is. */
    synchronized boolean clean() {
        Set<RowId> sent = queue.acknowledged();
        if (!sent.isEmpty()) {
            table.delete(sent);
            queue.deleted(sent);
            sinceVacuum.addAndGet(sent.size());
        }
        List<Delivery> deliveries = queue.stuck();
        if (!deliveries.isEmpty()) {
            stuck.add(deliveries);
            queue.moved(deliveries);
        }
        return !deliveries.isEmpty();
    }

    boolean isWorthAVacuum() {
        return sinceVacuum.get() >= WORTH_A_VACUUM;
    }

    /** Makes room of what has been deleted, if it is worth it. */
    void vacuum() {
        if (isWorthAVacuum()) {
            sinceVacuum.set(0);
            table.vacuum();
        }
    }
}
