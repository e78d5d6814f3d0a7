package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.line.WaitingLine;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Expires the claims that nobody came back for, and sends away whoever has waited long enough. Any number of instances can reap side by side. */
@Component
class Reaper {

    private static final Logger log = LoggerFactory.getLogger(Reaper.class);
    private static final int BATCH = 50;

    private final ClaimLookup lookup;
    private final WaitingLine line;
    private final ClaimSections sections;
    private final Claims claims;
    private final Heartbeat heartbeat;

    Reaper(ClaimLookup lookup, WaitingLine line, ClaimSections sections, Claims claims, Heartbeats heartbeats) {
        this.lookup = lookup;
        this.line = line;
        this.sections = sections;
        this.claims = claims;
        this.heartbeat = heartbeats.register("reaper");
    }

    @Scheduled(fixedDelayString = "${inventory.reaper.interval:1s}")
    void reapWhatCanBe() {
        heartbeat.beat();
        try {
            reap();
            sendAway();
        } catch (RuntimeException e) {
            log.warn("could not reap, will try again: {}", e.toString());
        }
    }

    /** Expires all overdue claims in short sections; returns how many that were. */
    int reap() {
        return inBatches(
                () -> lookup.overdue(BATCH),
                overdue -> sections.run(Concern.ofClaims(overdue), () -> claims.expireOverdue(overdue)));
    }

    /** Sends away all waiters whose patience is over, in short sections; returns how many that were. */
    int sendAway() {
        return inBatches(
                () -> line.outOfPatience(BATCH),
                waiters -> sections.run(Concern.ofSagas(waiters), () -> claims.sendAway(waiters)));
    }

    private int inBatches(Supplier<List<UUID>> find, ToIntFunction<List<UUID>> reap) {
        int reaped = 0;
        int lastTime;
        List<UUID> found;
        do {
            heartbeat.beat();
            found = find.get();
            lastTime = found.isEmpty() ? 0 : togetherOrApart(found, reap);
            reaped += lastTime;
        } while (found.size() == BATCH && lastTime > 0);
        return reaped;
    }

    /** One that cannot be reaped now, because its item is locked for too long or its data are damaged, does not keep the others. */
    private int togetherOrApart(List<UUID> found, ToIntFunction<List<UUID>> reap) {
        try {
            return reap.applyAsInt(found);
        } catch (RuntimeException e) {
            log.info("{} could not be reaped together, trying one by one: {}", found.size(), e.toString());
            return found.stream().mapToInt(one -> apart(one, reap)).sum();
        }
    }

    private int apart(UUID one, ToIntFunction<List<UUID>> reap) {
        heartbeat.beat();
        try {
            return reap.applyAsInt(List.of(one));
        } catch (RuntimeException e) {
            log.warn("{} could not be reaped, will try again: {}", one, e.toString());
            return 0;
        }
    }
}
