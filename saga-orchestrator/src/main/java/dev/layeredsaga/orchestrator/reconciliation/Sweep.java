package dev.layeredsaga.orchestrator.reconciliation;

import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Runs sweeps batch by batch, each batch in a transaction of its own; what fails is left to the next time. Thread-safe. */
@Component
final class Sweep {

    private static final Logger log = LoggerFactory.getLogger(Sweep.class);

    // the rest waits for the next time
    private static final int MOST_BATCHES = 50;

    private final TransactionOperations transaction;
    private final ReconciliationSettings settings;

    Sweep(TransactionOperations transaction, ReconciliationSettings settings) {
        this.transaction = transaction;
        this.settings = settings;
    }

    /**
     * Runs batches until one is not full.
     *
     * @param batch handles one, in the current transaction, and returns its size
     */
    void run(String what, IntSupplier batch) {
        try {
            int size = settings.batchSize();
            for (int i = 0; i < MOST_BATCHES && size >= settings.batchSize(); i++) {
                Integer handled = transaction.execute(status -> batch.getAsInt());
                size = handled == null ? 0 : handled;
            }
        } catch (RuntimeException e) {
            log.warn("{} could not be reconciled, next try in {}: {}", what, settings.interval(), e.toString());
        }
    }
}
