package dev.layeredsaga.inventory.claim.retention;

import dev.layeredsaga.inventory.claim.ClaimRequests;
import dev.layeredsaga.inventory.claim.HoldProperties;
import dev.layeredsaga.messaging.failure.StartupException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Removes old idempotency keys, in short transactions. Any number of instances can run concurrently. */
@Component
class RequestKeySweep {

    private static final Logger log = LoggerFactory.getLogger(RequestKeySweep.class);
    private static final int BATCH = 500;

    // the rest waits for the next run
    private static final int MOST_BATCHES = 1_000;

    private final ClaimRequests requests;
    private final HoldProperties settings;
    private final Counter forgotten;

    /** @throws StartupException if claims are not kept for longer than the keys that have led to them */
    RequestKeySweep(
            ClaimRequests requests, HoldProperties settings, RetentionProperties retention, MeterRegistry meters) {
        if (retention.keep().compareTo(settings.keepKeys()) <= 0) {
            throw new StartupException(
                    "inventory.retention.keep (%s) must be longer than inventory.holds.keep-keys (%s)"
                            .formatted(retention.keep(), settings.keepKeys()));
        }
        this.requests = requests;
        this.settings = settings;
        this.forgotten = Counter.builder("inventory.holds.keys.forgotten")
                .description("Idempotency keys of holds that were old and were forgotten")
                .register(meters);
    }

    @Scheduled(
            fixedDelayString = "${inventory.retention.interval:10m}",
            initialDelayString = "${inventory.retention.interval:10m}")
    void forgetIfPossible() {
        try {
            int count = forget();
            if (count > 0) {
                log.info("forgot {} idempotency keys older than {}", count, settings.keepKeys());
            }
        } catch (RuntimeException e) {
            log.warn("could not forget idempotency keys, will try again: {}", e.toString());
        }
    }

    /** Removes all keys that are due, up to a bound; returns their number. */
    int forget() {
        int all = 0;
        int last = BATCH;
        for (int batch = 0; batch < MOST_BATCHES && last == BATCH; batch++) {
            last = requests.forgetOlderThan(settings.keepKeys(), BATCH);
            all += last;
        }
        forgotten.increment(all);
        return all;
    }
}
