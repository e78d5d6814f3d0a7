package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.queue.WaitQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Expires abandoned claims and ends the wait of sagas whose timeout has passed. Any number of instances can run concurrently. */
@Component
class Reaper {

    private static final Logger log = LoggerFactory.getLogger(Reaper.class);

    private final OverdueSweep claimsSweep;
    private final OverdueSweep waitersSweep;

    Reaper(ClaimLookup lookup, WaitQueue queue, ClaimSections sections, Claims claims, OverdueSweep.Factory sweeps) {
        claimsSweep = sweeps.create(
                "claims",
                lookup::overdue,
                ids -> sections.run(ClaimScope.ofClaims(ids), () -> claims.expireOverdue(ids)));
        waitersSweep = sweeps.create(
                "waiters",
                queue::outOfPatience,
                ids -> sections.run(ClaimScope.ofSagas(ids), () -> claims.sendAway(ids)));
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
    synchronized int reap() {
        return claimsSweep.run();
    }

    /** Ends the wait of all sagas whose timeout has passed, in short sections; returns their number. */
    synchronized int sendAway() {
        return waitersSweep.run();
    }
}
