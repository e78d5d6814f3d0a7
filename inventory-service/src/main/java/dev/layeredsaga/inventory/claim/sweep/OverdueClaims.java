package dev.layeredsaga.inventory.claim.sweep;

import dev.layeredsaga.inventory.claim.ClaimSections;
import dev.layeredsaga.inventory.claim.Claims;
import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.messaging.sweep.RowSweep;
import dev.layeredsaga.messaging.sweep.Sweep.Schedule;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;

/** Expires abandoned claims in short sections, oldest first. */
@Component
class OverdueClaims implements RowSweep<UUID> {

    private static final int BATCH = 50;

    /** Without those that another transaction is changing. */
    private static final String OVERDUE = """
            SELECT id FROM claim WHERE state = 'HELD' AND expires_at <= (SELECT clock_timestamp()) AND id <> ALL (?)
            ORDER BY expires_at, id LIMIT ? FOR UPDATE SKIP LOCKED
            """;

    private final JdbcOperations jdbc;
    private final ClaimSections sections;
    private final Claims claims;
    private final Duration interval;
    private final Counter ended;

    OverdueClaims(
            JdbcOperations jdbc,
            ClaimSections sections,
            Claims claims,
            @Value("${inventory.reaper.interval:1s}") Duration interval,
            MeterRegistry meters) {
        this.jdbc = jdbc;
        this.sections = sections;
        this.claims = claims;
        this.interval = interval;
        this.ended = counter(meters, "claims");
    }

    static Counter counter(MeterRegistry meters, String kind) {
        return Counter.builder("inventory.reaper.ended")
                .description("Claims and waiters that were overdue and have been ended")
                .tag("kind", kind)
                .register(meters);
    }

    @Override
    public Schedule schedule() {
        return new Schedule("overdue claims", interval, BATCH);
    }

    @Override
    public List<UUID> find(int limit, Collection<UUID> except) {
        return jdbc.query(
                OVERDUE, (row, number) -> row.getObject("id", UUID.class), except.toArray(UUID[]::new), limit);
    }

    @Override
    public int handle(List<UUID> ids) {
        int handled = sections.run(ClaimScope.ofClaims(ids), () -> claims.expireOverdue(ids));
        ended.increment(handled);
        return handled;
    }
}
