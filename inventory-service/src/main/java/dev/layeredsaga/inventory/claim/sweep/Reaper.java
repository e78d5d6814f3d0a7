package dev.layeredsaga.inventory.claim.sweep;

import dev.layeredsaga.inventory.claim.ClaimSections;
import dev.layeredsaga.inventory.claim.Claims;
import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.inventory.queue.Overdue;
import dev.layeredsaga.inventory.queue.WaitQueue;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Expires abandoned claims and ends the wait of sagas whose timeout has passed. Any number of instances can run concurrently. */
@Component
public class Reaper {

    private static final Logger log = LoggerFactory.getLogger(Reaper.class);

    private static final String OVERDUE = """
            SELECT id, expires_at FROM claim WHERE state = 'HELD' AND expires_at <= (SELECT clock_timestamp())
              AND (expires_at, id) > (?, ?)
            ORDER BY expires_at, id LIMIT ? FOR UPDATE SKIP LOCKED
            """;

    private final JdbcOperations jdbc;

    private final OverdueSweep claimsSweep;
    private final OverdueSweep waitersSweep;

    Reaper(JdbcOperations jdbc, WaitQueue queue, ClaimSections sections, Claims claims, OverdueSweep.Factory sweeps) {
        this.jdbc = jdbc;
        claimsSweep = sweeps.create(
                "claims",
                this::overdueClaims,
                ids -> sections.run(ClaimScope.ofClaims(ids), () -> claims.expireOverdue(ids)));
        waitersSweep = sweeps.create(
                "waiters",
                queue::outOfPatience,
                ids -> sections.run(ClaimScope.ofSagas(ids), () -> claims.sendAway(ids)));
    }

    /** Returns overdue claims, oldest first, without those that another transaction is changing. */
    private List<Overdue> overdueClaims(@Nullable Overdue last, int limit) {
        Overdue before = last == null ? Overdue.NONE : last;
        return jdbc.query(
                OVERDUE,
                (row, number) -> new Overdue(
                        row.getObject("id", UUID.class),
                        row.getTimestamp("expires_at").toInstant()),
                before.since().atOffset(ZoneOffset.UTC),
                before.id(),
                limit);
    }

    @Scheduled(fixedDelayString = "${inventory.reaper.interval:1s}")
    void reapWhatCanBe() {
        try {
            reap();
            sendAway();
        } catch (RuntimeException e) {
            log.warn(
                    "could not reap, will try again: {}",
                    NestedExceptionUtils.getMostSpecificCause(e).toString());
        }
    }

    /** Expires all overdue claims in short sections; returns their number. */
    public synchronized int reap() {
        return claimsSweep.run();
    }

    /** Ends the wait of all sagas whose timeout has passed, in short sections; returns their number. */
    public synchronized int sendAway() {
        return waitersSweep.run();
    }
}
