package dev.layeredsaga.inventory.claim.sweep;

import dev.layeredsaga.inventory.claim.ClaimSections;
import dev.layeredsaga.inventory.claim.Claims;
import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.inventory.queue.WaitQueue;
import dev.layeredsaga.messaging.sweep.RowSweep;
import dev.layeredsaga.messaging.sweep.Sweep.Schedule;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Ends the wait of sagas whose timeout has passed, in short sections, longest ago first. */
@Component
class OverdueWaiters implements RowSweep<UUID> {

    private static final int BATCH = 50;

    private final WaitQueue queue;
    private final ClaimSections sections;
    private final Claims claims;
    private final Duration interval;
    private final Counter ended;

    OverdueWaiters(
            WaitQueue queue,
            ClaimSections sections,
            Claims claims,
            @Value("${inventory.reaper.interval:1s}") Duration interval,
            MeterRegistry meters) {
        this.queue = queue;
        this.sections = sections;
        this.claims = claims;
        this.interval = interval;
        this.ended = OverdueClaims.counter(meters, "waiters");
    }

    @Override
    public Schedule schedule() {
        return new Schedule("overdue waiters", interval, BATCH);
    }

    @Override
    public List<UUID> find(int limit, Collection<UUID> except) {
        return queue.outOfPatience(except, limit);
    }

    @Override
    public int handle(List<UUID> ids) {
        int handled = sections.run(ClaimScope.ofSagas(ids), () -> claims.sendAway(ids));
        ended.increment(handled);
        return handled;
    }
}
