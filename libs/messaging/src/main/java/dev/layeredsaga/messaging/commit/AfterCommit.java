package dev.layeredsaga.messaging.commit;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** For what follows from a commit, such as counting: what was rolled back and repeated counts once. */
public final class AfterCommit {

    private AfterCommit() {}

    /** Runs once the current transaction has committed, and never if it does not; at once if there is none. */
    public static void run(Runnable action) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            action.run();
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                action.run();
            }
        });
    }
}
