package dev.layeredsaga.inventory.section;

import dev.layeredsaga.inventory.lock.LockManager;
import dev.layeredsaga.inventory.lock.Locked;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * How every change is made: lock, transaction, commit, unlock, in this order and never the other way round. If another
 * transaction was faster, the transaction is repeated under the same lock. If nobody can lock, it goes on without: then
 * optimistic locking decides alone. Thread-safe.
 */
@Component
public class Section {

    private static final Logger log = LoggerFactory.getLogger(Section.class);

    private final LockManager locks;
    private final TransactionOperations transaction;
    private final ConflictRetry retry;
    private final SectionMeters meters;

    Section(LockManager locks, TransactionOperations transaction, ConflictRetry retry, SectionMeters meters) {
        this.locks = locks;
        this.transaction = transaction;
        this.retry = retry;
        this.meters = meters;
    }

    /**
     * Runs the work, possibly several times, until one run has been committed.
     *
     * @param skus whose items the work may change
     * @throws IllegalStateException if there is a transaction already, which would end after the unlock
     * @throws LockTimeoutException if others kept a lock for too long; nothing has changed
     * @throws org.springframework.dao.ConcurrencyFailureException if other transactions were faster each time
     */
    public <T> T run(SortedSet<String> skus, Supplier<T> work) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a section must not start within a transaction");
        }
        try (SectionMeters.Watch watch = meters.start()) {
            Supplier<T> section = () -> commit(work, watch);
            return switch (locks.withLock(skus, section)) {
                case Locked.Done<T> done -> done.value();
                case Locked.Overrun<T> overrun -> {
                    meters.overran();
                    log.warn("a section on {} outlived its lease of {}; it rested on @Version", skus, overrun.lease());
                    yield overrun.value();
                }
                case Locked.TimedOut<T> late -> throw new LockTimeoutException(skus, late.waited());
                case Locked.Unavailable<T> without -> {
                    log.debug("going on without a lock: {}", without.reason());
                    yield section.get();
                }
            };
        }
    }

    private <T> T commit(Supplier<T> work, SectionMeters.Watch watch) {
        watch.enter();
        return retry.untilNoConflict(() -> transaction.execute(status -> work.get()));
    }
}
