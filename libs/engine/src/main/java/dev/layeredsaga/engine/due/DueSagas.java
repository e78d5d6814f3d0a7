package dev.layeredsaga.engine.due;

import dev.layeredsaga.engine.SagaEngine;
import dev.layeredsaga.engine.state.LockedSaga;
import dev.layeredsaga.engine.state.SagaLocks;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;

/**
 * One turn of the due-loop: find and lock in one transaction, drive in another. A saga that cannot be driven costs only itself:
 * it stays locked until the lock timeout and is then tried again. What an instance that stops has locked and not driven, it
 * gives back at once.
 */
class DueSagas {

    private static final Logger log = LoggerFactory.getLogger(DueSagas.class);

    private final SagaLocks locks;
    private final SagaEngine engine;
    private final TransactionOperations transaction;
    private final DueLoopSettings settings;

    DueSagas(SagaLocks locks, SagaEngine engine, TransactionOperations transaction, DueLoopSettings settings) {
        this.locks = locks;
        this.engine = engine;
        this.transaction = transaction;
        this.settings = settings;
    }

    /**
     * Drives up to one batch of due sagas. Returns true if there may be more.
     *
     * @param stopping asked before every transaction; once it says true, nothing more is driven
     */
    boolean drive(BooleanSupplier stopping) {
        List<LockedSaga> locked = transaction.execute(
                status -> locks.lockDue(engine.versions(), settings.batchSize(), settings.lockTimeout()));
        if (locked == null || locked.isEmpty()) {
            return false;
        }
        driveLocked(locked, stopping);
        return locked.size() == settings.batchSize();
    }

    /** Returns the time until the next saga is due. */
    Duration untilNext() {
        return locks.untilNext();
    }

    /** The second half, apart so that a test can stand between the two. */
    void driveLocked(List<LockedSaga> locked, BooleanSupplier stopping) {
        if (stopping.getAsBoolean()) {
            handBack(locked);
            return;
        }
        try {
            transaction.executeWithoutResult(status -> engine.due(locked));
        } catch (RuntimeException e) {
            log.info("{} due sagas failed together, trying one by one: {}", locked.size(), e.toString());
            driveOneByOne(locked, stopping);
        }
    }

    private void driveOneByOne(List<LockedSaga> locked, BooleanSupplier stopping) {
        for (int i = 0; i < locked.size(); i++) {
            if (stopping.getAsBoolean()) {
                handBack(locked.subList(i, locked.size()));
                return;
            }
            driveAlone(locked.get(i));
        }
    }

    private void handBack(List<LockedSaga> locked) {
        try {
            Integer unlocked = transaction.execute(status -> locks.unlock(locked));
            log.info("stopping: {} due sagas handed back", unlocked);
        } catch (RuntimeException e) {
            log.warn("{} due sagas could not be handed back, next try in {}", locked.size(), settings.lockTimeout(), e);
        }
    }

    private void driveAlone(LockedSaga locked) {
        try {
            transaction.executeWithoutResult(status -> engine.due(List.of(locked)));
        } catch (RuntimeException e) {
            log.warn("saga {} could not be driven, next try in {}", locked.id(), settings.lockTimeout(), e);
        }
    }
}
