package dev.layeredsaga.inventory.claim.retention;

import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.messaging.settings.MessagingProperties;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Removes claims that ended long ago, in short transactions. Any number of instances can run concurrently. */
@Component
class Retention {

    private static final Logger log = LoggerFactory.getLogger(Retention.class);

    // the rest waits for the next run
    private static final int MOST_BATCHES = 1_000;

    private final EndedClaims claims;
    private final RetentionProperties settings;
    private final Counter removed;

    /** @throws StartupException if claims are not kept for longer than the inbox keeps the messages about them */
    Retention(EndedClaims claims, RetentionProperties settings, MessagingProperties messaging, MeterRegistry meters) {
        if (settings.keep().compareTo(messaging.inbox().retention()) <= 0) {
            throw new StartupException(
                    "inventory.retention.keep (%s) must be longer than messaging.inbox.retention (%s)"
                            .formatted(settings.keep(), messaging.inbox().retention()));
        }
        this.claims = claims;
        this.settings = settings;
        this.removed = Counter.builder("inventory.retention.removed")
                .description("Claims and tombstones that had ended long ago and were removed")
                .register(meters);
    }

    @Scheduled(
            fixedDelayString = "${inventory.retention.interval:10m}",
            initialDelayString = "${inventory.retention.interval:10m}")
    void removeIfPossible() {
        try {
            int count = remove();
            if (count > 0) {
                log.info("removed {} claims that had ended more than {} ago", count, settings.keep());
            }
        } catch (RuntimeException e) {
            log.warn("could not remove ended claims, will try again: {}", e.toString());
        }
    }

    /** Removes all claims that are due, up to a bound; returns their number. */
    int remove() {
        int all = 0;
        int last = settings.batchSize();
        for (int batch = 0; batch < MOST_BATCHES && last == settings.batchSize(); batch++) {
            last = claims.removeOlderThan(settings.keep(), settings.batchSize());
            all += last;
            removed.increment(last);
        }
        return all;
    }
}
