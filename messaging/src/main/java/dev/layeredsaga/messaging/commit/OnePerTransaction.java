package dev.layeredsaga.messaging.commit;

import java.util.function.Predicate;
import java.util.function.Supplier;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What a transaction gathers until its end, in one place for all who add to it. */
public final class OnePerTransaction {

    private OnePerTransaction() {}

    /**
     * The current transaction's own, which is made and registered with it if there is none yet.
     *
     * @param wanted whether one of the type is the one that is meant
     * @throws IllegalStateException if there is no transaction
     */
    public static <S extends TransactionSynchronization> S of(Class<S> type, Predicate<S> wanted, Supplier<S> making) {
        return TransactionSynchronizationManager.getSynchronizations().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .filter(wanted)
                .findFirst()
                .orElseGet(() -> registered(making.get()));
    }

    private static <S extends TransactionSynchronization> S registered(S made) {
        TransactionSynchronizationManager.registerSynchronization(made);
        return made;
    }
}
