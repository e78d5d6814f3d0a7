package dev.layeredsaga.messaging.outbox;

import java.util.function.Consumer;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** For what follows from the end of a transaction, commit or not. */
final class AfterCompletion {

    private AfterCompletion() {}

    /** Passes true once the current transaction has committed, false if it has not; true at once if there is none. */
    static void run(Consumer<Boolean> action) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            action.accept(true);
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                action.accept(status == STATUS_COMMITTED);
            }
        });
    }
}
