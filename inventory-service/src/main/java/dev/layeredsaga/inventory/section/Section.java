package dev.layeredsaga.inventory.section;

import dev.layeredsaga.inventory.lock.LockManager;
import dev.layeredsaga.inventory.lock.Locked;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Makes every change in the order lock, transaction, commit, unlock. A transaction that loses against another one is repeated
 * under the same lock. If no lock can be had, because others keep it for the whole wait or the lock provider is unavailable, the
 * section runs without one, and optimistic locking alone decides. If the lock's lease cancels the work, the transaction is rolled back
 * and not repeated. Thread-safe.
 */
@Component
public class Section {

    private static final Logger log = LoggerFactory.getLogger(Section.class);

    private final LockManager locks;
    private final TransactionOperations transaction;
    private final ConflictRetry retry;
    private final LockedRows rows;
    private final SectionMeters meters;

    Section(
            LockManager locks,
            TransactionOperations transaction,
            ConflictRetry retry,
            LockedRows rows,
            SectionMeters meters) {
        this.locks = locks;
        this.transaction = transaction;
        this.retry = retry;
        this.rows = rows;
        this.meters = meters;
    }

    /**
     * Runs the work, possibly several times, until one run has been committed.
     *
     * @param skus the items that the work may change
     * @throws IllegalStateException if a transaction is already active, which would end after the unlock
     * @throws org.springframework.dao.ConcurrencyFailureException if each attempt lost against another transaction, a session outside of
     *     sections keeps a row, or the lease of the lock has cancelled the work
     */
    public <T> T run(SortedSet<String> skus, Supplier<T> work) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a section must not start within a transaction");
        }
        rows.requireNone(skus);
        try (SectionMeters.Watch watch = meters.start()) {
            Supplier<T> withoutLock = () -> commit(work, watch, () -> false);
            return switch (locks.withLock(skus, lease -> findingLockedRows(skus, () -> commit(work, watch, lease)))) {
                case Locked.Done<T> done -> done.value();
                case Locked.Overrun<T> overrun -> {
                    meters.overran();
                    log.warn("a section on {} outlived its lease of {}; it rested on @Version", skus, overrun.lease());
                    yield overrun.value();
                }
                case Locked.TimedOut<T> late -> {
                    meters.timedOut();
                    log.warn("no lock on {} within {}: going on with @Version alone", skus, late.waited());
                    yield withoutLock.get();
                }
                case Locked.Unavailable<T> without -> {
                    log.debug("going on without a lock: {}", without.reason());
                    yield withoutLock.get();
                }
            };
        }
    }

    /**
     * Runs the work as {@link #run(SortedSet, Supplier)} does, and if that fails a part of it.
     *
     * @param partsSkus the items that the part may change
     * @throws RuntimeException if the part fails, too, or would for the same reason
     */
    public <T> T run(
            SortedSet<String> skus, Supplier<T> work, Supplier<SortedSet<String>> partsSkus, Supplier<T> part) {
        try {
            return run(skus, work);
        } catch (TransactionException | DataAccessResourceFailureException e) {
            throw e;
        } catch (RuntimeException e) {
            SortedSet<String> fewer = partsSkus.get();
            if (fewer.equals(skus)) {
                throw e;
            }
            log.debug("a section on {} failed, and goes on with {}: {}", skus, fewer, e.toString());
            return run(fewer, part);
        }
    }

    /** With the locks, as other sections' transactions do not keep a row then. */
    private <T> T findingLockedRows(SortedSet<String> skus, Supplier<T> section) {
        try {
            return section.get();
        } catch (PessimisticLockingFailureException e) {
            try {
                rows.find(skus);
            } catch (RuntimeException notFound) {
                e.addSuppressed(notFound);
            }
            throw e;
        }
    }

    private <T> T commit(Supplier<T> work, SectionMeters.Watch watch, LockManager.Lease lease) {
        watch.enter();
        long begin = System.nanoTime();
        for (int attempt = 1; ; attempt++) {
            try {
                return transaction.execute(status -> attempt(work, status, lease));
            } catch (ConcurrencyFailureException | DuplicateKeyException e) {
                if (lease.hasEnded() || !retry.pauseAfter(attempt, begin)) {
                    throw e;
                }
            }
        }
    }

    /**
     * Turns a failure into a conflict if rows that were read one after the other contradict each other: the flush then fails. Work that
     * has outlived its lease is rolled back.
     */
    private <T> T attempt(Supplier<T> work, TransactionStatus status, LockManager.Lease lease) {
        try {
            T done = work.get();
            if (lease.hasEnded()) {
                meters.cancelled();
                throw new ConcurrencyFailureException("cancelled: the lease of its lock has ended");
            }
            return done;
        } catch (IllegalStateException contradiction) {
            status.flush();
            throw contradiction;
        }
    }
}
