package dev.layeredsaga.messaging.outbox;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Sends what was committed but, for whatever reason, not sent: a crash between commit and send, a broker that was away. One
 * instance of a service sweeps at a time, oldest parcel first, so that a key's messages keep their order.
 */
final class OutboxSweep {

    /** Where messages wait. */
    record OutboxTables(OutboxTable outbox, StuckTable stuck) {}

    /** How many parcels are read at once. */
    static final int BATCH = 100;

    /** How long the other instances are kept from sweeping while this one waits for the broker. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final OutboxTable table;
    private final StuckTable stuck;
    private final SendOrder order;
    private final Acknowledgements acknowledgements;
    private final TransactionOperations transaction;
    private final Duration age;

    /** @param age how long a parcel may be there before the sweep takes it for left behind */
    OutboxSweep(
            OutboxTables tables,
            SendOrder order,
            Acknowledgements acknowledgements,
            TransactionOperations transaction,
            Duration age) {
        this.table = tables.outbox();
        this.stuck = tables.stuck();
        this.order = order;
        this.acknowledgements = acknowledgements;
        this.transaction = transaction;
        this.age = age;
    }

    /** Sweeps batch by batch as long as a whole one can be sent. */
    void sweepAll() {
        int swept;
        do {
            swept = sweep();
        } while (swept == BATCH);
    }

    /** Sends up to one batch and returns how many parcels that was. Returns 0 if another instance is sweeping. */
    int sweep() {
        Integer swept = transaction.execute(status -> table.tryLockForSweep() ? sendLeftovers() : 0);
        return swept == null ? 0 : swept;
    }

    private int sendLeftovers() {
        long adoption = order.nextNumber();
        List<Parcel> found = table.olderThan(age, BATCH);
        List<Long> adopted = order.adopt(found, stuckTargets(found), adoption).stream()
                .map(Parcel::id)
                .toList();
        if (!adopted.isEmpty()) {
            awaitEnd(adopted);
            // before the transaction ends: the next instance to sweep must not find them
            acknowledgements.delete();
        }
        return order.countSent(adopted);
    }

    private Set<Target> stuckTargets(List<Parcel> found) {
        Set<String> keys =
                found.stream().flatMap(parcel -> parcel.keys().stream()).collect(Collectors.toSet());
        return keys.isEmpty() ? Set.of() : stuck.targetsWith(keys);
    }

    private void awaitEnd(List<Long> ids) {
        try {
            order.underway().awaitEnd(ids, PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
