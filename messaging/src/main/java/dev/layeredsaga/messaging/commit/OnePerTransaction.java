package dev.layeredsaga.messaging.commit;

import java.util.function.Supplier;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What a transaction gathers until its end, in one place for all who add to it. */
public final class OnePerTransaction {

    private OnePerTransaction() {}

    /**
     * What the current transaction gathers for this owner; made and registered with it if there is nothing yet. A transaction
     * within the transaction has its own.
     *
     * @param owner who has one such thing with each transaction, and nothing else
     * @throws IllegalStateException if there is no transaction
     */
    public static <S extends TransactionSynchronization> S of(Object owner, Class<S> type, Supplier<S> making) {
        // looked up by its owner: to look through the transaction's synchronizations would sort them each time
        S gathering = type.cast(TransactionSynchronizationManager.getResource(owner));
        if (gathering == null) {
            gathering = making.get();
            TransactionSynchronizationManager.registerSynchronization(gathering);
            TransactionSynchronizationManager.registerSynchronization(new Binding(owner, gathering));
            TransactionSynchronizationManager.bindResource(owner, gathering);
        }
        return gathering;
    }

    /** Keeps it at hand while its transaction is the current one. */
    private record Binding(Object owner, Object gathering) implements TransactionSynchronization {

        @Override
        public void suspend() {
            TransactionSynchronizationManager.unbindResource(owner);
        }

        @Override
        public void resume() {
            TransactionSynchronizationManager.bindResource(owner, gathering);
        }

        @Override
        public void afterCompletion(int status) {
            TransactionSynchronizationManager.unbindResource(owner);
        }
    }
}
