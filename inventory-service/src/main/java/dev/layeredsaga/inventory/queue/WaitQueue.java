package dev.layeredsaga.inventory.queue;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * The wait queue. A change of the queue also changes the items concerned, whose {@code @Version} detects concurrent changes. Every method
 * works in the caller's transaction.
 */
public interface WaitQueue {

    /** The number of waiters considered at a time, from the head of a queue. */
    int LOOK_AHEAD = 20;

    /** Puts the waiter at the end of the queue. */
    void join(Waiter waiter);

    /**
     * Replaces the request that the reply will answer; the waiter keeps its place.
     *
     * @throws OptimisticLockingFailureException if the waiter has changed since it was read, or left
     */
    void askedAgain(Waiter waiter, Waiter.Request request);

    /** @throws OptimisticLockingFailureException if the waiter has changed since it was read, or left */
    void leave(Waiter waiter);

    Optional<Waiter> find(UUID sagaId);

    /** Returns the waiters for any of these items, first come first, up to the limit. */
    default List<Waiter> next(Collection<String> skus, int limit) {
        return behind(0, skus, limit);
    }

    /** Returns the waiters for any of these items behind that position, first come first, up to the limit. */
    List<Waiter> behind(long position, Collection<String> skus, int limit);

    /** Returns true if a waiter for the item, up to that position, needs more than is available, and joined after that time. */
    boolean needsMoreThan(int available, String sku, Instant joinedAfter, long upTo);
}
