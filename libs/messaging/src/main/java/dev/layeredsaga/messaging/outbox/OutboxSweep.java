package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.outbox.OutboxTable.Due;
import dev.layeredsaga.messaging.outbox.OutboxTable.Row;
import dev.layeredsaga.messaging.outbox.OutboxTable.RowId;
import dev.layeredsaga.messaging.settings.MessagingProperties.OutboxSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Sends what is not sent from memory, in the order of the table: what a crash or an outage has left, and what has to be behind other
 * processes' messages. One instance of a service sweeps at a time.
 */
final class OutboxSweep {

    /** The number of due rows read at once. */
    static final int BATCH = 100;

    /** The shortest pause between two sweeps; longer each time for a row that has to wait for others. */
    static final Duration SHORTEST_PAUSE = Duration.ofMillis(25);

    /** The time for which other instances are kept from sweeping while this one waits for the broker. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final OutboxTable table;
    private final StuckTable stuck;
    private final SendQueue queue;
    private final OutboxCleanup cleanup;
    private final TransactionOperations transaction;
    private final OutboxSettings settings;
    private volatile boolean inVain;

    OutboxSweep(
            SweepTables tables,
            SendQueue queue,
            OutboxCleanup cleanup,
            TransactionOperations transaction,
            OutboxSettings settings) {
        this.table = tables.outbox();
        this.stuck = tables.stuck();
        this.queue = queue;
        this.cleanup = cleanup;
        this.transaction = transaction;
        this.settings = settings;
    }

    /** Tables of waiting messages. */
    record SweepTables(OutboxTable outbox, StuckTable stuck) {}

    /**
     * The outcome of a sweep of one batch.
     *
     * @param sent the number of rows
     * @param waiting rows that were due and could not be sent yet
     */
    record Swept(int sent, int waiting) {}

    /** Sweeps, and returns the time until a row may be due that could not be sent; zero if there may be more at once. */
    Duration sweepAndRest() {
        Swept last = sweepAll();
        inVain = last.sent() == 0 && last.waiting() > 0;
        if (last.waiting() > 0) {
            return inVain ? settings.sweepInterval() : Duration.ZERO;
        }
        return queue.hasLeft() ? settings.sweepInterval() : OutboxWorker.REST;
    }

    /** Returns true if the last sweep has sent none of the rows that were due: another at once would not, either. */
    boolean wasInVain() {
        return inVain;
    }

    /** Sweeps batch by batch as long as a whole one can be sent, and returns the outcome of the last. */
    Swept sweepAll() {
        Swept swept;
        do {
            swept = sweep();
        } while (swept.sent() == BATCH);
        queue.forgetGone(table::lowest);
        return swept;
    }

    /** Sends up to one batch of rows. */
    Swept sweep() {
        return Objects.requireNonNull(
                transaction.execute(status -> table.tryLockForSweep() ? sendDue() : new Swept(0, 1)));
    }

    private Swept sendDue() {
        queue.forgetDiverted();
        Due found = table.due(settings.sweepAge(), BATCH);
        found.unreadable().forEach(stuck::putAside);
        List<Row> rows = found.rows();
        int due = (int) rows.stream().filter(row -> row.batch() != null).count();
        long failures = queue.failures();
        List<RowId> adopted = queue.adopt(rows, stuckTargets(rows)).stream()
                .map(OutboxBatch::id)
                .toList();
        if (adopted.isEmpty()) {
            return new Swept(0, due);
        }
        boolean answered = awaitAnswers(adopted);
        // before the transaction ends: the next instance to sweep must not find them
        boolean unused = cleanup.clean();
        return answered && failures == queue.failures()
                ? new Swept(adopted.size(), due - adopted.size())
                : new Swept(0, due);
    }

    private Map<Target, Long> stuckTargets(List<Row> rows) {
        Set<String> keys = rows.stream()
                .filter(row -> row.batch() != null)
                .flatMap(row -> row.keys().stream())
                .collect(Collectors.toSet());
        return keys.isEmpty() ? Map.of() : stuck.targetsWith(keys);
    }

    private boolean awaitAnswers(List<RowId> ids) {
        try {
            return queue.awaitAnswers(ids, TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
