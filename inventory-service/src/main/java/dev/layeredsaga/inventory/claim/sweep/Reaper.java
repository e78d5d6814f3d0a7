package dev.layeredsaga.inventory.claim.sweep;

import dev.layeredsaga.inventory.claim.ClaimSections;
import dev.layeredsaga.inventory.claim.Claims;
import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.inventory.queue.Timeouts;
import dev.layeredsaga.inventory.queue.WaiterTable;
import dev.layeredsaga.messaging.sweep.RowSweep;
import dev.layeredsaga.messaging.time.DatabaseClock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;

/** Expires abandoned claims, and ends the wait of sagas whose timeout has passed. */
@Configuration(proxyBeanMethods = false)
class Reaper {

    /** Without those that another transaction is changing. */
    private static final String OVERDUE = """
            SELECT id FROM claim WHERE state = 'HELD' AND expires_at <= (SELECT clock_timestamp()) AND id <> ALL (?)
            ORDER BY expires_at, id LIMIT ? FOR UPDATE SKIP LOCKED
            """;

    private final ClaimSections sections;
    private final Claims claims;
    private final Timeouts timeouts;
    private final Duration interval;
    private final MeterRegistry meters;

    Reaper(
            ClaimSections sections,
            Claims claims,
            Timeouts timeouts,
            @Value("${inventory.reaper.interval:1s}") Duration interval,
            MeterRegistry meters) {
        this.sections = sections;
        this.claims = claims;
        this.timeouts = timeouts;
        this.interval = interval;
        this.meters = meters;
    }

    @Bean
    RowSweep<UUID> overdueClaims(JdbcOperations jdbc) {
        return new OverdueRows(
                "claims",
                interval,
                (except, limit) -> jdbc.query(
                        OVERDUE, (row, number) -> row.getObject("id", UUID.class), except.toArray(UUID[]::new), limit),
                () -> DatabaseClock.until(jdbc, "min(expires_at) FROM claim WHERE state = 'HELD'"),
                timeouts,
                ids -> sections.run(ClaimScope.ofClaims(ids), scope -> claims.expireOverdue(ids, scope)),
                meters);
    }

    @Bean
    RowSweep<UUID> overdueWaiters(WaiterTable queue) {
        return new OverdueRows(
                "waiters",
                interval,
                queue::timedOut,
                queue::untilFirstGivesUp,
                timeouts,
                ids -> sections.run(ClaimScope.ofSagas(ids), scope -> claims.sendAway(ids, scope)),
                meters);
    }
}
