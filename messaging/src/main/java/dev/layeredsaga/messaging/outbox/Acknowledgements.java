package dev.layeredsaga.messaging.outbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the broker has, so that the table need not keep it. Thread-safe. */
final class Acknowledgements {

    /**
     * For so many rounds after their deletion rows are still known as sent: a transaction that saw them as predecessors may
     * take its time to commit. One that takes longer costs a detour by the sweep, nothing else.
     */
    private static final int ROUNDS_REMEMBERED = 50;

    private final OutboxTable table;
    private final SendOrder order;
    private final Queue<Long> acknowledged = new ConcurrentLinkedQueue<>();
    private final Deque<List<Long>> deleted = new ArrayDeque<>();

    Acknowledgements(OutboxTable table, SendOrder order) {
        this.table = table;
        this.order = order;
    }

    void add(OutboxRow row) {
        acknowledged.add(row.id());
    }

    /** One round: deletes, in one statement, what has been acknowledged since the last one. */
    synchronized void delete() {
        List<Long> ids = new ArrayList<>();
        for (Long id = acknowledged.poll(); id != null; id = acknowledged.poll()) {
            ids.add(id);
        }
        if (!ids.isEmpty()) {
            delete(ids);
        }
        deleted.addLast(ids);
        if (deleted.size() > ROUNDS_REMEMBERED) {
            order.forget(deleted.removeFirst());
        }
    }

    private void delete(List<Long> ids) {
        try {
            table.delete(ids);
        } catch (RuntimeException e) {
            acknowledged.addAll(ids);
            throw e;
        }
    }
}
