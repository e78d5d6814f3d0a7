package dev.layeredsaga.inventory.claim;

import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Expires the claims that nobody came back for. Any number of instances can reap side by side. */
@Component
class Reaper {

    private static final Logger log = LoggerFactory.getLogger(Reaper.class);
    private static final int BATCH = 50;

    private final ClaimLookup lookup;
    private final ClaimSections sections;
    private final Claims claims;

    Reaper(ClaimLookup lookup, ClaimSections sections, Claims claims) {
        this.lookup = lookup;
        this.sections = sections;
        this.claims = claims;
    }

    @Scheduled(fixedDelayString = "${inventory.reaper.interval:1s}")
    void reapWhatCanBe() {
        try {
            reap();
        } catch (RuntimeException e) {
            log.warn("could not expire claims, will try again: {}", e.toString());
        }
    }

    /** Expires all overdue claims in short sections; returns how many that were. */
    int reap() {
        int reaped = 0;
        List<UUID> found;
        do {
            found = lookup.overdue(BATCH);
            reaped += found.isEmpty() ? 0 : expire(found);
        } while (found.size() == BATCH);
        return reaped;
    }

    private int expire(List<UUID> found) {
        int expired = sections.runOn(found, () -> claims.expireOverdue(found));
        log.debug("{} of {} overdue claims expired", expired, found.size());
        return expired;
    }
}
