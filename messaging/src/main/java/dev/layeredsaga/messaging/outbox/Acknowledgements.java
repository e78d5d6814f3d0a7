package dev.layeredsaga.messaging.outbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What the broker has, so that the table need not keep it. Thread-safe. */
final class Acknowledgements {

    /**
     * For so many rounds after their deletion parcels are still known as sent: a transaction that has seen them may take its time
     * to commit. One that takes longer costs a detour by the sweep, nothing else.
     */
    private static final int ROUNDS_REMEMBERED = 50;

    private static final int WORTH_A_VACUUM = 500;

    private final OutboxTable table;
    private final SendOrder order;
    private final Queue<Long> acknowledged = new ConcurrentLinkedQueue<>();
    private final Queue<Delivery> refused = new ConcurrentLinkedQueue<>();
    private final Deque<List<Long>> deleted = new ArrayDeque<>();
    private final AtomicInteger sinceVacuum = new AtomicInteger();

    Acknowledgements(OutboxTable table, SendOrder order) {
        this.table = table;
        this.order = order;
    }

    /** All messages of the parcel have been answered. */
    void add(Delivery delivery) {
        if (delivery.rest().size() == 0) {
            acknowledged.add(delivery.parcel().id());
        } else {
            refused.add(delivery);
        }
    }

    /** One round: deletes, in one statement, what has been acknowledged since the last one; of what is refused the rest stays. */
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
        for (Delivery delivery = refused.peek(); delivery != null; delivery = refused.peek()) {
            keepRest(delivery);
            refused.remove();
        }
    }

    /** Makes room of what has been deleted, if it is worth it. */
    void vacuum() {
        if (sinceVacuum.get() >= WORTH_A_VACUUM) {
            sinceVacuum.set(0);
            table.vacuum();
        }
    }

    private void delete(List<Long> ids) {
        try {
            table.delete(ids);
            sinceVacuum.addAndGet(ids.size());
        } catch (RuntimeException e) {
            acknowledged.addAll(ids);
            throw e;
        }
    }

    /** What the broker has taken must not be sent again and again with what it will not take. */
    private void keepRest(Delivery delivery) {
        Parcel rest = delivery.rest();
        if (rest.size() < delivery.parcel().size()) {
            table.replace(rest);
        }
        order.failed(rest);
    }
}
