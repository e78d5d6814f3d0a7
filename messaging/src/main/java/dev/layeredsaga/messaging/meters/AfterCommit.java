package dev.layeredsaga.messaging.meters;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Counts what has been committed: what was rolled back and repeated counts once. */
public final class AfterCommit {

    private AfterCommit() {}

    /** Counts once the current transaction has committed; at once if there is none. */
    public static void run(Runnable count) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            count.run();
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                count.run();
            }
        });
    }
}
