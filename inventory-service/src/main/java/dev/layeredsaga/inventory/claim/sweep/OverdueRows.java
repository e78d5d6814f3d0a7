package dev.layeredsaga.inventory.claim.sweep;

import dev.layeredsaga.inventory.queue.Timeouts;
import dev.layeredsaga.messaging.heartbeat.WakeUp;
import dev.layeredsaga.messaging.sweep.RowSweep;
import dev.layeredsaga.messaging.sweep.Sweep.Schedule;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Ends rows whose time has passed, in short sections. */
final class OverdueRows implements RowSweep<UUID> {

    private static final int BATCH = 50;

    private final Schedule schedule;
    private final Rows overdue;
    private final Supplier<Duration> untilNext;
    private final Timeouts timeouts;
    private final ToIntFunction<List<UUID>> end;
    private final Counter ended;

    /** Reads overdue rows, longest overdue first. */
    @FunctionalInterface
    interface Rows {

        List<UUID> find(Collection<UUID> except, int limit);
    }

    /** @param kind the kind of rows, in the plural, as in the log and the tag of the meters */
    OverdueRows(
            String kind,
            Duration interval,
            Rows overdue,
            Supplier<Duration> untilNext,
            Timeouts timeouts,
            ToIntFunction<List<UUID>> end,
            MeterRegistry meters) {
        this.schedule = new Schedule("overdue " + kind, interval, BATCH);
        this.overdue = overdue;
        this.untilNext = untilNext;
        this.timeouts = timeouts;
        this.end = end;
        this.ended = Counter.builder("inventory.reaper.ended")
                .description("Claims and waiters that were overdue and have been ended")
                .tag("kind", kind)
                .register(meters);
    }

    @Override
    public Schedule schedule() {
        return schedule;
    }

    @Override
    public List<UUID> find(int limit, Collection<UUID> except) {
        return overdue.find(except, limit);
    }

    @Override
    public Duration untilNext() {
        return untilNext.get();
    }

    @Override
    public WakeUp wokenBy() {
        return timeouts;
    }

    @Override
    public int handle(List<UUID> ids) {
        int handled = end.applyAsInt(ids);
        ended.increment(handled);
        return handled;
    }
}
