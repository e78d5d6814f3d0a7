package dev.layeredsaga.inventory.claim.sweep;

import dev.layeredsaga.inventory.queue.Overdue;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Ends overdue rows page by page, oldest first. A row that cannot be ended, because its item is locked for too long or its data
 * are damaged, does not block later rows: it is skipped and retried with backoff. Not thread-safe.
 */
final class OverdueSweep {

    private static final Logger log = LoggerFactory.getLogger(OverdueSweep.class);
    private static final int PAGE = 50;
    private static final int MOST_PAGES = 200;

    private final String kind;
    private final Pages pages;
    private final ToIntFunction<List<UUID>> end;
    private final FailingRows failing = new FailingRows();
    private final Counter ended;
    private final Heartbeat heartbeat;

    private OverdueSweep(
            String kind, Pages pages, ToIntFunction<List<UUID>> end, MeterRegistry meters, Heartbeat heartbeat) {
        this.heartbeat = heartbeat;
        this.kind = kind;
        this.pages = pages;
        this.end = end;
        this.ended = Counter.builder("inventory.reaper.ended")
                .description("Claims and waiters that were overdue and have been ended")
                .tag("kind", kind)
                .register(meters);
        Gauge.builder("inventory.reaper.failing", failing, FailingRows::count)
                .description("Claims and waiters that are overdue and could not be ended")
                .tag("kind", kind)
                .register(meters);
    }

    /** Creates sweeps with meters and one shared heartbeat, because they run on one thread. */
    @Component
    static final class Factory {

        private final MeterRegistry meters;
        private final Heartbeat heartbeat;

        Factory(MeterRegistry meters, Heartbeats heartbeats) {
            this.meters = meters;
            this.heartbeat = heartbeats.register("reaper");
        }

        /** @param kind the kind of rows, in the plural, as in the log and the tag of the meters */
        OverdueSweep create(String kind, Pages pages, ToIntFunction<List<UUID>> end) {
            return new OverdueSweep(kind, pages, end, meters, heartbeat);
        }
    }

    /** Reads overdue rows in the order of their time. */
    @FunctionalInterface
    interface Pages {

        /** @param last the last row of the previous page; null for the first page */
        List<Overdue> after(@Nullable Overdue last, int limit);
    }

    /** Ends all overdue rows that can be ended; returns their number. */
    int run() {
        heartbeat.beat();
        int done = 0;
        Set<UUID> seen = new HashSet<>();
        List<Overdue> page = pages.after(null, PAGE);
        for (int number = 1; !page.isEmpty(); number++) {
            page.forEach(one -> seen.add(one.id()));
            done += endPage(
                    page.stream().map(Overdue::id).filter(failing::mayBeTried).toList());
            boolean isLast = page.size() < PAGE || number == MOST_PAGES;
            page = isLast ? List.of() : pages.after(page.getLast(), PAGE);
        }
        failing.forgetAllBut(seen);
        failing.report(kind);
        ended.increment(done);
        return done;
    }

    private int endPage(List<UUID> ids) {
        heartbeat.beat();
        if (ids.isEmpty()) {
            return 0;
        }
        try {
            return succeed(ids);
        } catch (RuntimeException e) {
            requireNotForAll(e);
            log.debug("{} {} could not be ended together, trying one by one: {}", ids.size(), kind, e.toString());
            return ids.stream().mapToInt(this::endOne).sum();
        }
    }

    private int succeed(List<UUID> ids) {
        int done = end.applyAsInt(ids);
        ids.forEach(failing::succeeded);
        return done;
    }

    private int endOne(UUID id) {
        heartbeat.beat();
        try {
            return succeed(List.of(id));
        } catch (ConcurrencyFailureException e) {
            log.info("{} of the overdue {} is being changed, will try again: {}", id, kind, e.toString());
            return 0;
        } catch (RuntimeException e) {
            requireNotForAll(e);
            failing.failed(id, NestedExceptionUtils.getMostSpecificCause(e).toString());
            return 0;
        }
    }

    /** Rethrows if the database is unavailable: the other rows would fail, too, each after its own timeout. */
    private static void requireNotForAll(RuntimeException failure) {
        if (failure instanceof TransactionException || failure instanceof DataAccessResourceFailureException) {
            throw failure;
        }
    }
}
