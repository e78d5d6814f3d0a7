package dev.layeredsaga.messaging.outbox;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What the broker has, so that the table need not keep it. Thread-safe. */
final class Acknowledgements {

    /**
     * For so long after their deletion parcels are still known as sent: a transaction that has seen them may take its time to
     * commit. One that takes longer costs a look at the table, nothing else.
     */
    private static final Duration REMEMBERED = Duration.ofSeconds(5);

    private static final int WORTH_A_VACUUM = 500;

    private final OutboxTable table;
    private final SendOrder order;
    private final BlockingQueue<Delivery> answered = new LinkedBlockingQueue<>();
    private final Signal arrived = new Signal();
    private final Deque<Deleted> deleted = new ArrayDeque<>();
    private final AtomicInteger sinceVacuum = new AtomicInteger();

    Acknowledgements(OutboxTable table, SendOrder order) {
        this.table = table;
        this.order = order;
    }

    /** Parcels, and when they were deleted by {@link System#nanoTime()}. */
    private record Deleted(List<Long> ids, long time) {}

    /** All messages of the parcel have been answered. */
    void add(Delivery delivery) {
        answered.add(delivery);
        arrived.give();
    }

    /** Deletes as soon as there is something to delete, or returns after a second without. */
    void awaitAndDelete() {
        try {
            arrived.await();
            delete();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Deletes, in one statement, what has been acknowledged since the last time; of what is refused the rest stays. Whoever
     * deletes at the same time is waited for.
     */
    synchronized void delete() {
        List<Delivery> ended = new ArrayList<>();
        answered.drainTo(ended);
        try {
            deleteWhole(ended);
            keepRests(ended);
        } finally {
            answered.addAll(ended);
        }
        forgetLongDeleted();
    }

    private void deleteWhole(Collection<Delivery> ended) {
        List<Long> ids = ended.stream()
                .filter(Delivery::isWhole)
                .map(delivery -> delivery.parcel().id())
                .toList();
        if (!ids.isEmpty()) {
            table.delete(ids);
            ended.removeIf(Delivery::isWhole);
            deleted.addLast(new Deleted(ids, System.nanoTime()));
            sinceVacuum.addAndGet(ids.size());
        }
    }

    /** What the broker has taken must not be sent again and again with what it will not take. */
    private void keepRests(Collection<Delivery> ended) {
        for (Iterator<Delivery> deliveries = ended.iterator(); deliveries.hasNext(); deliveries.remove()) {
            Delivery delivery = deliveries.next();
            Parcel rest = delivery.rest();
            if (rest.size() < delivery.parcel().size()) {
                table.replace(rest);
            }
            order.failed(rest);
        }
    }

    private void forgetLongDeleted() {
        long longAgo = System.nanoTime() - REMEMBERED.toNanos();
        for (Deleted first = deleted.peekFirst();
                first != null && first.time() - longAgo < 0;
                first = deleted.peekFirst()) {
            order.forget(first.ids());
            deleted.removeFirst();
        }
    }

    /** Makes room of what has been deleted, if it is worth it. */
    void vacuum() {
        if (sinceVacuum.get() >= WORTH_A_VACUUM) {
            sinceVacuum.set(0);
            table.vacuum();
        }
    }
}
