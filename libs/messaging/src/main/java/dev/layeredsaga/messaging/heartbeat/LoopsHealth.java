package dev.layeredsaga.messaging.heartbeat;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Reports liveness as down while a loop is overdue, with the loop's name and the age of its last beat. */
public final class LoopsHealth implements HealthIndicator {

    private static final Logger log = LoggerFactory.getLogger(LoopsHealth.class);

    private final Heartbeats heartbeats;

    public LoopsHealth(Heartbeats heartbeats) {
        this.heartbeats = heartbeats;
    }

    @Override
    public Health health() {
        var overdue = heartbeats.overdue();
        if (overdue.isEmpty()) {
            return Health.up().build();
        }
        Health.Builder down = Health.down();
        overdue.forEach(loop -> {
            log.error("loop {} has not beaten for {} s", loop.loop(), loop.age().toSeconds());
            down.withDetail(loop.loop(), loop.age().toSeconds() + " s since its last beat");
        });
        return down.build();
    }
}
