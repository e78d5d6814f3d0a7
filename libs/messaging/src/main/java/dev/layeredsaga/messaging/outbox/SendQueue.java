package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.heartbeat.WakeUp;
import dev.layeredsaga.messaging.outbox.OutboxTable.Lowest;
import dev.layeredsaga.messaging.outbox.OutboxTable.Row;
import dev.layeredsaga.messaging.outbox.OutboxTable.RowId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The committed batches that this process sends, in an order in which no message overtakes an earlier one of its key.
 *
 * <p>A batch is <em>open</em> from shortly before it is inserted until its transaction's end is known; of one that may have failed or
 * not, the sweep asks once whether its row is there. A batch that shares a key with an earlier open one waits for that. Then it is queued
 * and <em>unanswered</em> until the broker has answered for all of its messages. It is <em>left</em> to the sweep if the queue has no
 * room, or an earlier batch with one of its keys is left. Thread-safe; no call blocks but those that say so.
 */
final class SendQueue {

    private final Set<Opening> open = new LinkedHashSet<>();
    private final BlockingQueue<OutboxBatch> queue = new LinkedBlockingQueue<>();
    private final Map<RowId, OutboxBatch> unanswered = new HashMap<>();
    private final Set<RowId> acknowledged = new HashSet<>();
    private final Map<RowId, Delivery> stuck = new LinkedHashMap<>();
    private final Set<Target> diverted = new HashSet<>();
    private final LeftKeys left = new LeftKeys();

    /** Left rows that may not have appeared in the table yet, and the transactions with whose commits they do. */
    private final SortedMap<Long, Long> unseen = new TreeMap<>();

    private final LeftKeys leftBehindStuck = new LeftKeys();
    private final int capacity;
    private int queuedMessages;
    private long timesLeft;
    private long failures;

    /** There is something to be deleted, or to be moved to the stuck messages. */
    final WakeUp answered = new WakeUp();

    /** A row is left to the sweep, which may find it in a while. */
    final WakeUp rowLeft = new WakeUp();

    /** A row is committed that the sweep may send, or one is in doubt. */
    final WakeUp sweepWanted = new WakeUp();

    /** @param capacity the maximum number of messages in memory while the producer takes none, a single batch's apart */
    SendQueue(int capacity) {
        this.capacity = capacity;
    }

    /** A batch whose transaction has not ended, as far as is known. */
    static final class Opening {

        private final Set<String> keys;
        private @Nullable OutboxBatch batch;
        private long transaction;
        private boolean committed;
        private boolean inDoubt;

        private Opening(Set<String> keys) {
            this.keys = keys;
        }
    }

    /** Returns those of the keys whose next messages have to be sent by the sweep, behind others that it sends. */
    synchronized Set<String> leftOf(Set<String> keys) {
        return keys.stream().filter(this::isLeft).collect(Collectors.toUnmodifiableSet());
    }

    private boolean isLeft(String key) {
        return left.contains(key) || leftBehindStuck.contains(key);
    }

    /** Announces a batch that is about to be inserted. A transaction that writes to the same keys later comes here later, too. */
    synchronized Opening open(Set<String> keys) {
        Opening opening = new Opening(keys);
        open.add(opening);
        return opening;
    }

    synchronized void inserted(Opening opening, OutboxBatch batch, long transaction) {
        opening.batch = batch;
        opening.transaction = transaction;
    }

    /** Ends the transaction of the batch. If it is not known to have committed, the row may be there. */
    synchronized void ended(Opening opening, boolean committed) {
        opening.committed = committed;
        opening.inDoubt = !committed && opening.batch != null;
        if (opening.inDoubt) {
            sweepWanted.now();
        } else if (!committed) {
            open.remove(opening);
        }
        queueWhatMayGo();
    }

    private void queueWhatMayGo() {
        Set<String> heldBack = new HashSet<>();
        for (Iterator<Opening> openings = open.iterator(); openings.hasNext(); ) {
            Opening opening = openings.next();
            OutboxBatch batch = opening.batch;
            if (!opening.committed || batch == null || !Collections.disjoint(heldBack, opening.keys)) {
                heldBack.addAll(opening.keys);
                continue;
            }
            openings.remove();
            if (hasRoomFor(batch) && leftOf(batch.keys()).isEmpty()) {
                enqueue(batch);
            } else {
                addLeft(batch);
            }
        }
    }

    /** A batch larger than all the room goes when it is alone. */
    private boolean hasRoomFor(OutboxBatch batch) {
        return queuedMessages == 0 || queuedMessages + batch.size() <= capacity;
    }

    private void enqueue(OutboxBatch batch) {
        unanswered.put(batch.id(), batch);
        queuedMessages += batch.size();
        queue.add(batch);
    }

    private void addLeft(OutboxBatch batch) {
        timesLeft++;
        left.add(batch.keys(), batch.id().number());
        rowLeft.now();
    }

    private void addLeft(OutboxBatch batch, long transaction) {
        addLeft(batch);
        unseen.put(batch.id().number(), transaction);
    }

    /** Notes that a batch is inserted for the sweep, which may send it as soon as no earlier one with the same keys is there. */
    synchronized void insertedForSweep(OutboxBatch batch, long transaction) {
        addLeft(batch, transaction);
    }

    /** Returns true if there are rows, or may be, that the sweep is to send or to ask about. */
    synchronized boolean hasLeft() {
        return !left.isEmpty() || !leftBehindStuck.isEmpty() || !inDoubt().isEmpty();
    }

    private Map<RowId, Opening> inDoubt() {
        Map<RowId, Opening> found = new HashMap<>();
        for (Opening opening : open) {
            if (opening.inDoubt && opening.batch != null) {
                found.put(opening.batch.id(), opening);
            }
        }
        return found;
    }

    /** Queues rows that were found in the table, as far as nothing before them with the same keys is still to be sent. */
    synchronized List<OutboxBatch> adopt(List<Row> rows, Map<Target, Long> stuckTargets) {
        Set<String> heldBack = new HashSet<>();
        open.forEach(opening -> heldBack.addAll(opening.keys));
        unanswered.values().forEach(batch -> heldBack.addAll(batch.keys()));
        stuck.values().forEach(delivery -> heldBack.addAll(delivery.batch().keys()));
        List<OutboxBatch> adopted = new ArrayList<>();
        for (Row row : rows) {
            OutboxBatch batch = row.batch();
            if (acknowledged.contains(row.id())) {
                continue;
            }
            if (batch == null || !Collections.disjoint(heldBack, row.keys()) || !hasRoomFor(batch)) {
                heldBack.addAll(row.keys());
            } else {
                enqueue(batch.blockedFor(stuckTargets));
                adopted.add(batch);
            }
        }
        return adopted;
    }

    /**
     * Returns the next batch for the producer, or null if there is none within the timeout. Called from one thread only, for the
     * messages' order to hold.
     */
    @Nullable OutboxBatch poll(Duration timeout) throws InterruptedException {
        OutboxBatch batch = queue.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (batch != null) {
            taken(batch);
        }
        return batch;
    }

    private synchronized void taken(OutboxBatch batch) {
        queuedMessages -= batch.size();
    }

    /** Returns true if a message of the batch with this target has to join stuck ones. */
    synchronized boolean isBlocked(OutboxBatch batch, Target target) {
        return diverted.contains(target) || batch.blocked().contains(target);
    }

    /** Notes that a message of the batch is stuck: the following ones with its target have to join it. */
    synchronized void divert(OutboxBatch batch, Target target) {
        timesLeft++;
        diverted.add(target);
        left.add(Set.of(target.key()), batch.id().number());
    }

    /** Notes that the broker does not have all of the batch, and will not: nothing of its keys is sent from memory from now on. */
    synchronized void refused(OutboxBatch batch) {
        failures++;
        addLeft(batch);
    }

    /** Ends a batch whose messages the broker has all answered. */
    synchronized void answered(Delivery delivery) {
        OutboxBatch batch = delivery.batch();
        unanswered.remove(batch.id());
        if (delivery.hasFailed()) {
            refused(batch);
        } else if (delivery.stuckMessages().isEmpty()) {
            acknowledged.add(batch.id());
        } else {
            stuck.put(batch.id(), delivery);
        }
        answered.now();
        notifyAll();
    }

    /**
     * Leaves all that is queued to the sweep, because the producer takes nothing at present.
     *
     * @return the number of messages
     */
    synchronized int leaveAll() {
        List<OutboxBatch> leaving = new ArrayList<>();
        queue.drainTo(leaving);
        for (OutboxBatch batch : leaving) {
            taken(batch);
            unanswered.remove(batch.id());
            refused(batch);
        }
        notifyAll();
        return leaving.stream().mapToInt(OutboxBatch::size).sum();
    }

    /** Returns the number of batches that were not sent so far. */
    synchronized long failures() {
        return failures;
    }

    /** Returns the rows that the broker has all of. */
    synchronized Set<RowId> acknowledged() {
        return Set.copyOf(acknowledged);
    }

    /** Returns the deliveries with messages to be moved to the stuck ones. */
    synchronized List<Delivery> stuck() {
        return List.copyOf(stuck.values());
    }

    /** Forgets rows that have been deleted. */
    synchronized void deleted(Collection<RowId> rows) {
        acknowledged.removeAll(rows);
    }

    /** Forgets deliveries whose messages have been moved to the stuck ones; the keys of these remain left. */
    synchronized void moved(Collection<Delivery> deliveries) {
        timesLeft++;
        for (Delivery delivery : deliveries) {
            stuck.remove(delivery.batch().id());
            delivery.stuckMessages()
                    .forEach(message ->
                            leftBehindStuck.add(Set.of(message.target().key()), message.batch()));
        }
    }

    /** Forgets what every batch yet to be sent finds in the table of stuck messages. To be called before that is read. */
    synchronized void forgetDiverted() {
        if (!diverted.isEmpty()) {
            Set<String> keys = stuck.values().stream()
                    .flatMap(delivery -> delivery.batch().keys().stream())
                    .collect(Collectors.toSet());
            unanswered.values().forEach(batch -> keys.addAll(batch.keys()));
            diverted.removeIf(target -> !keys.contains(target.key()));
        }
    }

    /**
     * Asks which rows are left, if any are, and forgets the keys of those that are gone. Blocks as the question does.
     *
     * @param question is given the rows that are in doubt
     */
    void forgetGone(Function<Set<RowId>, Lowest> question) {
        long before;
        Map<RowId, Opening> inDoubt;
        synchronized (this) {
            if (!hasLeft()) {
                return;
            }
            before = timesLeft;
            inDoubt = inDoubt();
        }
        Lowest lowest = question.apply(inDoubt.keySet());
        synchronized (this) {
            if (before == timesLeft) {
                unseen.values().removeIf(transaction -> transaction < lowest.running());
                left.goneBelow(unseen.isEmpty() ? lowest.unsent() : Math.min(lowest.unsent(), unseen.firstKey()));
                // what is stuck goes back into the outbox
                leftBehindStuck.goneBelow(Math.min(lowest.stuck(), lowest.unsent()));
            }
            inDoubt.forEach((row, opening) -> settle(opening, lowest.there().contains(row.number()), lowest.running()));
            queueWhatMayGo();
        }
    }

    /** Ends the doubt: what is neither there nor certain not to come is left to the sweep, and so is what follows it. */
    private void settle(Opening opening, boolean isThere, long running) {
        opening.inDoubt = false;
        opening.committed = isThere;
        if (!isThere) {
            open.remove(opening);
            if (opening.batch != null && opening.transaction >= running) {
                addLeft(opening.batch, opening.transaction);
            }
        }
    }

    /** Waits until the broker has answered for all of these; false if it has not within the timeout. */
    boolean awaitAnswers(Collection<RowId> ids, Duration timeout) throws InterruptedException {
        return await(() -> Collections.disjoint(unanswered.keySet(), ids), timeout);
    }

    /** Waits until the broker has answered for all that is queued; false if it has not within the timeout. */
    boolean awaitAllAnswers(Duration timeout) throws InterruptedException {
        return await(unanswered::isEmpty, timeout);
    }

    private synchronized boolean await(BooleanSupplier condition, Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean()) {
            long remaining = Duration.ofNanos(end - System.nanoTime()).toMillis();
            if (remaining <= 0) {
                return false;
            }
            wait(remaining);
        }
        return true;
    }
}
