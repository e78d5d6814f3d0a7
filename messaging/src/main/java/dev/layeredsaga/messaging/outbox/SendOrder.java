package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.outbox.OutboxTable.Insertion;
import dev.layeredsaga.messaging.outbox.OutboxTable.Other;
import dev.layeredsaga.messaging.outbox.OutboxTable.Question;
import dev.layeredsaga.messaging.settings.MessagingProperties.OutboxSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides which committed parcels may be sent from memory, and in which order, so that no message overtakes an earlier one of its
 * key.
 *
 * <p>A parcel is <em>open</em> from shortly before it is inserted until its transaction's end is known, and <em>sent</em> from
 * when it is queued for the producer until it is forgotten. One that shares a key with an earlier open one, or with one that
 * another process has inserted, waits for that. One that has waited for another process for too long is <em>left</em> to the
 * sweep, and so is one that shares a key with a parcel that has been left, or for which the queue has no room. Thread-safe; no
 * call blocks but those that say so.
 */
final class SendOrder {

    private final Set<Opening> open = new LinkedHashSet<>();
    private final Set<Long> sent = new HashSet<>();
    private final Set<Long> refused = new HashSet<>();
    private final LeftParcels left = new LeftParcels(OutboxTable.MOST_OTHERS);
    private final Signal waiting = new Signal();
    private final Underway underway = new Underway();
    private final BlockingQueue<Parcel> queue = new LinkedBlockingQueue<>();
    private final int capacity;
    private final Duration longestWait;
    private final Diversions diversions = new Diversions();
    private int queuedMessages;
    private long number;

    /**
     * @param capacity how many messages are kept in memory at most while the producer takes none, a single parcel's apart
     * @param longestWait how long a parcel waits for those of other processes
     */
    SendOrder(int capacity, Duration longestWait) {
        this.capacity = capacity;
        this.longestWait = longestWait;
    }

    /** Parcels wait no longer than until the sweep, somebody else's perhaps, may find them: they must not be sent twice. */
    static SendOrder with(OutboxSettings settings) {
        return new SendOrder(settings.memory(), settings.sweepAge().dividedBy(2));
    }

    /** A parcel whose transaction has not ended, as far as is known. */
    static final class Opening {

        private final Set<String> keys;
        private final Question question;
        private final long number;
        private final Set<Target> blocked = new HashSet<>();
        private final Set<Long> awaited = new HashSet<>();
        private @Nullable Parcel parcel;
        private List<Other> others = List.of();
        private boolean committed;
        private long committedAt;

        private Opening(long number, Set<String> keys, Question question) {
            this.number = number;
            this.keys = keys;
            this.question = question;
        }

        /** What the insertion has to find out. */
        Question question() {
            return question;
        }

        private boolean has(long id) {
            return parcel != null && parcel.id() == id;
        }

        /** There may be more than were looked at. */
        private boolean hasTooManyOthers() {
            return others.size() >= OutboxTable.MOST_OTHERS;
        }
    }

    /** A parcel with these keys is about to be inserted. Whoever writes to the same keys later will come here later, too. */
    synchronized Opening open(Set<String> keys) {
        Opening opening = new Opening(nextNumber(), keys, left.question());
        open.add(opening);
        return opening;
    }

    /** The parcel has been inserted, and its transaction is about to commit. */
    synchronized void inserted(Opening opening, Parcel parcel, Insertion insertion) {
        opening.parcel = parcel;
        opening.others = insertion.others();
        opening.blocked.addAll(insertion.stuck());
    }

    /** The parcel's transaction has committed. */
    synchronized void committed(Opening opening) {
        opening.committed = true;
        opening.committedAt = System.nanoTime();
        learnFrom(opening);
        queueWhatMayGo();
        if (!opening.awaited.isEmpty()) {
            waiting.give();
        }
    }

    /** The parcels of other processes that committed ones here wait for. */
    synchronized Set<Long> awaited() {
        return open.stream().flatMap(opening -> opening.awaited.stream()).collect(Collectors.toUnmodifiableSet());
    }

    /** Given whenever something begins to be awaited. */
    Signal waiting() {
        return waiting;
    }

    /**
     * Somebody has looked for what is awaited.
     *
     * @param gone those of the awaited parcels that are not there any more
     */
    synchronized void noLongerAwaited(Set<Long> gone) {
        noLongerAwaited(gone, Set.of());
    }

    /**
     * Somebody has looked for what is awaited.
     *
     * @param stuck the targets of those messages of the parcels that are gone which did not get to the broker
     */
    synchronized void noLongerAwaited(Set<Long> gone, Set<Target> stuck) {
        for (Opening opening : open) {
            if (opening.awaited.removeAll(gone)) {
                opening.blocked.addAll(stuck);
            }
        }
        queueWhatMayGo();
    }

    /** The parcel's transaction did not commit, or nobody knows: if the parcel is there, the sweep will find it. */
    synchronized void leaveToSweep(Opening opening) {
        open.remove(opening);
        if (opening.parcel != null) {
            left.add(opening.parcel.id(), opening.parcel.keys());
        }
        queueWhatMayGo();
    }

    /**
     * Queues parcels found in the table, as far as nobody here is busy with them or with an earlier one of their keys.
     *
     * @param leftovers in the order of their ids
     * @return those that have been queued
     */
    synchronized List<Parcel> adopt(List<Parcel> leftovers) {
        return adopt(leftovers, Set.of(), nextNumber());
    }

    /**
     * Queues parcels found in the table, as far as nobody here is busy with them or with an earlier one of their keys.
     *
     * @param leftovers in the order of their ids
     * @param stuck the targets that have stuck messages
     * @param adoption a {@link #nextNumber number} drawn before these were read
     * @return those that have been queued
     */
    synchronized List<Parcel> adopt(List<Parcel> leftovers, Set<Target> stuck, long adoption) {
        Set<String> heldBack = new HashSet<>();
        List<Parcel> adopted = new ArrayList<>();
        for (Parcel parcel : leftovers) {
            if (sent.contains(parcel.id())) {
                continue;
            }
            if (isOpen(parcel.id()) || refused.contains(parcel.id()) || parcel.sharesKeyWith(heldBack)) {
                heldBack.addAll(parcel.keys());
            } else if (hasRoomFor(parcel)) {
                left.remove(parcel.id());
                enqueue(parcel.withBlocked(stuck), adoption);
                adopted.add(parcel);
            } else {
                break;
            }
        }
        return adopted;
    }

    /**
     * The next parcel to hand to the producer; null if there is none within {@code patience}. Called from one thread only, for
     * the messages' order to hold.
     */
    @Nullable Parcel poll(Duration patience) throws InterruptedException {
        Parcel parcel = queue.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (parcel != null) {
            taken(parcel);
        }
        return parcel;
    }

    private synchronized void taken(Parcel parcel) {
        queuedMessages -= parcel.size();
    }

    /**
     * The broker does not have all of the parcel, and will not. From now on nothing of its keys is sent from memory; what is left
     * of it can be adopted once it has {@link #failed failed}.
     */
    synchronized void refused(Parcel parcel) {
        sent.remove(parcel.id());
        refused.add(parcel.id());
        left.add(parcel.id(), parcel.keys());
    }

    /** The broker has answered for each of the parcel's messages, or will not. */
    void answered(Parcel parcel) {
        underway.ended(parcel.id());
    }

    /** This is still to be sent: the sweep tries it again. */
    synchronized void failed(Parcel parcel) {
        sent.remove(parcel.id());
        refused.remove(parcel.id());
        left.add(parcel.id(), parcel.keys());
        underway.ended(parcel.id());
    }

    /**
     * The producer takes nothing at present: everything that is queued is left to the sweep, in order.
     *
     * @return how many messages that is
     */
    synchronized int leaveQueueToSweep() {
        List<Parcel> leaving = new ArrayList<>();
        queue.drainTo(leaving);
        leaving.forEach(this::taken);
        leaving.forEach(this::failed);
        return leaving.stream().mapToInt(Parcel::size).sum();
    }

    /** How many of these parcels have not failed since they were queued. */
    synchronized int countSent(Collection<Long> ids) {
        return Math.toIntExact(ids.stream().filter(sent::contains).count());
    }

    /** Nobody will ask for these parcels any more. */
    synchronized void forget(Collection<Long> ids) {
        ids.forEach(sent::remove);
    }

    /** Where it can be waited for that parcels are neither queued nor with the producer any more. */
    Underway underway() {
        return underway;
    }

    /** Returns a number higher than all before. */
    synchronized long nextNumber() {
        return ++number;
    }

    /** Returns true if a message of the parcel with this topic and key has to join stuck ones. */
    boolean isBlocked(Parcel parcel, String topic, String key) {
        return diversions.contains(topic, key)
                || (!parcel.blocked().isEmpty() && parcel.blocked().contains(new Target(topic, key)));
    }

    /** A message of this target is not sent but stuck: the following ones have to join it. */
    void divert(Target target) {
        diversions.begin(target);
    }

    /** Messages that were {@link #divert diverted} are in the table of stuck ones for all to see, or their parcel has failed. */
    synchronized void settle(Collection<Target> targets) {
        diversions.settle(targets, number);
    }

    /** Forgets diversions that every parcel yet to be sent finds in the table. Not while an adoption is under way. */
    synchronized void forgetDiversions() {
        long lowest = open.stream().mapToLong(opening -> opening.number).reduce(number + 1, Math::min);
        diversions.forgetBefore(underway.lowestNumber(lowest));
    }

    private boolean isOpen(long id) {
        return open.stream().anyMatch(opening -> opening.has(id));
    }

    /** The answers to what the insertion was asked: others may have swept up meanwhile. */
    private void learnFrom(Opening opening) {
        if (!opening.hasTooManyOthers()) {
            List<Other> unsent = opening.others.stream()
                    .filter(other -> !sent.contains(other.id()) && !isOpen(other.id()))
                    .toList();
            left.learn(opening.question, unsent);
            unsent.stream()
                    .filter(other -> !Collections.disjoint(other.keys(), opening.keys))
                    .forEach(other -> opening.awaited.add(other.id()));
        }
    }

    private void queueWhatMayGo() {
        Set<String> heldBack = new HashSet<>();
        for (Iterator<Opening> openings = open.iterator(); openings.hasNext(); ) {
            Opening opening = openings.next();
            Parcel parcel = opening.parcel;
            if (!opening.committed || parcel == null || parcel.sharesKeyWith(heldBack)) {
                heldBack.addAll(opening.keys);
            } else if (mustBeLeft(opening, parcel)) {
                openings.remove();
                left.add(parcel.id(), parcel.keys());
            } else if (opening.awaited.isEmpty()) {
                openings.remove();
                enqueue(parcel.withBlocked(opening.blocked), opening.number);
            } else {
                heldBack.addAll(opening.keys);
            }
        }
    }

    private boolean mustBeLeft(Opening opening, Parcel parcel) {
        return opening.hasTooManyOthers()
                || left.mayHold(parcel.keys())
                || !hasRoomFor(parcel)
                || (!opening.awaited.isEmpty() && System.nanoTime() - opening.committedAt >= longestWait.toNanos());
    }

    /** A parcel larger than all the room there is goes when it is alone. */
    private boolean hasRoomFor(Parcel parcel) {
        return queuedMessages == 0 || queuedMessages + parcel.size() <= capacity;
    }

    private void enqueue(Parcel parcel, long transaction) {
        sent.add(parcel.id());
        underway.begun(parcel.id(), transaction);
        queuedMessages += parcel.size();
        queue.add(parcel);
    }
}
