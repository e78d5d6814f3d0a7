package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.envelope.IncomingMessage;
import java.util.List;
import org.springframework.transaction.support.TransactionOperations;

/** How a batch gets its transaction, and what is held around it. */
@FunctionalInterface
public interface BatchTransaction<M> {

    /** Runs {@code work} in a transaction of its own, which has ended when this returns. */
    void run(List<IncomingMessage<M>> messages, Runnable work);

    /** A transaction with nothing around it. */
    static <M> BatchTransaction<M> plain(TransactionOperations transaction) {
        return (messages, work) -> transaction.executeWithoutResult(status -> work.run());
    }
}
