package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.outbox.Delivery.StuckMessage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * What the broker has, so that the table need not keep it. The next transaction that inserts a parcel deletes it, which costs next to
 * nothing; what no transaction comes for is deleted on its own. Thread-safe.
 */
final class Acknowledgements {

    /**
     * For so long after their deletion parcels are still known as sent: a transaction that has seen them may take its time to
     * commit. One that takes longer costs a look at the table, nothing else.
     */
    private static final Duration REMEMBERED = Duration.ofSeconds(5);

    private static final int WORTH_A_VACUUM = 500;

    private final OutboxTable table;
    private final StuckTable stuck;
    private final SendOrder order;
    private final Set<Delivery> answered = new LinkedHashSet<>();
    private final Signal arrived = new Signal();
    private final Deque<Deleted> deleted = new ArrayDeque<>();
    private final AtomicInteger sinceVacuum = new AtomicInteger();
    private final Object deletion = new Object();

    Acknowledgements(OutboxTable table, StuckTable stuck, SendOrder order) {
        this.table = table;
        this.stuck = stuck;
        this.order = order;
    }

    /** Parcels, and when they were deleted by {@link System#nanoTime()}. */
    private record Deleted(List<Long> ids, long time) {}

    /** All messages of the parcel have been answered. */
    void add(Delivery delivery) {
        synchronized (this) {
            answered.add(delivery);
        }
        arrived.give();
    }

    /**
     * Parcels that the caller is to delete with its transaction. What is to become of them is told afterwards, by {@link #deleted} or
     * {@link #putBack}.
     */
    synchronized List<Delivery> takeAlong() {
        List<Delivery> taken = answered.stream()
                .filter(delivery -> delivery.isWhole() && !delivery.parcel().isLeftover())
                .toList();
        taken.forEach(answered::remove);
        return taken;
    }

    /** The table does not have these any more. */
    synchronized void deleted(List<Delivery> gone) {
        if (!gone.isEmpty()) {
            gone.forEach(answered::remove);
            deleted.addLast(new Deleted(idsOf(gone), System.nanoTime()));
            sinceVacuum.addAndGet(gone.size());
        }
        forgetLongDeleted();
    }

    /** The table may still have these. */
    synchronized void putBack(List<Delivery> notDeleted) {
        answered.addAll(notDeleted);
    }

    static List<Long> idsOf(Collection<Delivery> deliveries) {
        return deliveries.stream().map(delivery -> delivery.parcel().id()).toList();
    }

    /** Deletes what no transaction has taken along, and returns when there is more, or after a second without. */
    void deleteAndAwaitMore() {
        try {
            delete();
            arrived.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Deletes, in one statement, what no transaction has taken along; of what is refused the rest stays. Whoever deletes at the same
     * time is waited for: what has been swept up is not in the table any more when this returns.
     */
    void delete() {
        synchronized (deletion) {
            List<Delivery> taken = takeAlong();
            List<Delivery> others = snapshot();
            try {
                deleteNow(Stream.concat(taken.stream(), others.stream().filter(Delivery::isWhole))
                        .toList());
            } catch (RuntimeException e) {
                putBack(taken);
                throw e;
            }
            setAside(others.stream().filter(Delivery::isStuck).toList());
            others.stream()
                    .filter(delivery -> !delivery.isWhole() && !delivery.isStuck())
                    .forEach(this::keepRest);
        }
    }

    private synchronized List<Delivery> snapshot() {
        return List.copyOf(answered);
    }

    private void deleteNow(List<Delivery> whole) {
        if (!whole.isEmpty()) {
            table.delete(idsOf(whole));
        }
        deleted(whole);
    }

    /** Moves what is stuck out of the way; from the commit on every insertion finds it there. */
    private void setAside(List<Delivery> deliveries) {
        if (deliveries.isEmpty()) {
            return;
        }
        stuck.add(deliveries.stream()
                .flatMap(delivery -> delivery.stuckMessages().stream())
                .toList());
        deliveries.forEach(this::forget);
        AfterCompletion.run(committed -> {
            if (committed) {
                deleted(deliveries);
            } else {
                deliveries.forEach(delivery -> order.failed(delivery.rest()));
            }
            deliveries.forEach(this::settle);
        });
    }

    private void settle(Delivery delivery) {
        order.settle(delivery.stuckMessages().stream().map(StuckMessage::target).toList());
    }

    /** What the broker has taken must not be sent again and again with what it will not take. */
    private void keepRest(Delivery delivery) {
        Parcel rest = delivery.rest();
        if (rest.size() < delivery.parcel().size()) {
            table.replace(rest);
        }
        forget(delivery);
        order.failed(rest);
        settle(delivery);
    }

    private synchronized void forget(Delivery delivery) {
        answered.remove(delivery);
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
