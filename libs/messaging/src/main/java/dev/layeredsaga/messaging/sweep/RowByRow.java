package dev.layeredsaga.messaging.sweep;

import dev.layeredsaga.messaging.failure.FailureKind;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.ConcurrencyFailureException;

/** Runs one {@link RowSweep}, for work that has a thread of its own; {@link Sweeps} run the others. Thread-safe as far as that is. */
public final class RowByRow<K> {

    private static final Logger log = LoggerFactory.getLogger(RowByRow.class);

    private final RowSweep<K> sweep;
    private final FailingRows<K> failing = new FailingRows<>();

    public RowByRow(RowSweep<K> sweep) {
        this.sweep = sweep;
    }

    int failing() {
        return failing.count();
    }

    /**
     * Handles all rows that can be handled, and returns their number.
     *
     * @param heartbeat beats before each batch; no batch begins once it is closed
     * @throws RuntimeException if the rows cannot be found, or the database is unavailable
     */
    public int run(int mostBatches, Heartbeat heartbeat) {
        int limit = sweep.schedule().batchSize();
        long begin = System.nanoTime();
        Set<K> missing = failing.toRetry(begin);
        int handled = 0;
        boolean more = true;
        for (int batch = 0; more && batch < mostBatches && !heartbeat.isClosed(); batch++) {
            heartbeat.beat();
            List<K> rows = sweep.find(limit, failing.pausing(begin));
            int before = handled + failing.count();
            handled += handle(rows, heartbeat);
            rows.forEach(missing::remove);
            if (rows.size() < limit) {
                failing.forget(missing);
                more = false;
            } else {
                more = handled + failing.count() > before;
            }
        }
        failing.report(sweep.schedule().rows());
        return handled;
    }

    /** Handles those that have failed before alone at once, so that they do not fail the others again. */
    private int handle(List<K> rows, Heartbeat heartbeat) {
        Map<Boolean, List<K>> hasFailed = rows.stream().collect(Collectors.partitioningBy(failing::has));
        return handleNew(hasFailed.getOrDefault(false, List.of()), heartbeat)
                + hasFailed.getOrDefault(true, List.of()).stream()
                        .mapToInt(row -> alone(row, heartbeat))
                        .sum();
    }

    private int handleNew(List<K> rows, Heartbeat heartbeat) {
        try {
            return rows.isEmpty() ? 0 : together(rows);
        } catch (RuntimeException e) {
            requireNotForAll(e);
            log.debug(
                    "{} {} could not be handled together, trying one by one: {}",
                    rows.size(),
                    sweep.schedule().rows(),
                    e.toString());
            return rows.stream().mapToInt(row -> alone(row, heartbeat)).sum();
        }
    }

    private int together(List<K> rows) {
        int handled = sweep.handle(rows);
        failing.forget(rows);
        return handled;
    }

    private int alone(K row, Heartbeat heartbeat) {
        heartbeat.beat();
        try {
            return together(List.of(row));
        } catch (RuntimeException e) {
            requireNotForAll(e);
            boolean isBusy = e instanceof ConcurrencyFailureException;
            failing.failed(row, NestedExceptionUtils.getMostSpecificCause(e).toString(), isBusy);
            return 0;
        }
    }

    /** Rethrows if the database is unavailable: the other rows would fail, too, each after its own timeout. */
    private static void requireNotForAll(RuntimeException failure) {
        if (FailureKind.concernsAll(failure)) {
            throw failure;
        }
    }
}
