package dev.layeredsaga.messaging.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Sends what was committed but, for whatever reason, not sent: a crash between commit and send, a broker that was away. One
 * instance of a service sweeps at a time, oldest row first, so that a key's messages keep their order.
 */
final class OutboxSweep {

    private static final int BATCH = 500;

    private final OutboxTable table;
    private final OutboxRelay relay;
    private final TransactionTemplate transaction;
    private final Duration age;

    /** @param age how long a row may be there before the sweep takes it for left behind */
    OutboxSweep(OutboxTable table, OutboxRelay relay, TransactionTemplate transaction, Duration age) {
        this.table = table;
        this.relay = relay;
        this.transaction = transaction;
        this.age = age;
    }

    /** Sends up to one batch and returns how many messages that was. Returns 0 if another instance is sweeping. */
    int sweep() {
        Integer swept = transaction.execute(status -> table.tryLockForSweep() ? sendLeftovers() : 0);
        return swept == null ? 0 : swept;
    }

    private int sendLeftovers() {
        List<OutboxRow> leftovers = withoutOvertaking(table.olderThan(age, BATCH));
        if (leftovers.isEmpty()) {
            return 0;
        }
        List<CompletableFuture<?>> sends = new ArrayList<>();
        leftovers.forEach(row -> sends.add(relay.send(row)));
        CompletableFuture.allOf(sends.toArray(CompletableFuture<?>[]::new)).join();
        table.delete(leftovers.stream().map(OutboxRow::id).toList());
        return leftovers.size();
    }

    /** Leaves out the rows this process is sending anyway, and those behind them with the same key. */
    private List<OutboxRow> withoutOvertaking(List<OutboxRow> rows) {
        Set<String> busyKeys = new HashSet<>();
        List<OutboxRow> result = new ArrayList<>();
        for (OutboxRow row : rows) {
            if (relay.isBusyWith(row)) {
                busyKeys.add(row.key());
            } else if (!busyKeys.contains(row.key())) {
                result.add(row);
            }
        }
        return result;
    }
}
