package dev.layeredsaga.inventory.claim.retention;

import dev.layeredsaga.inventory.claim.HoldProperties;
import dev.layeredsaga.inventory.claim.request.ClaimRequests;
import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.messaging.settings.MessagingProperties;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Removes claims that ended long ago, and old idempotency keys, in short transactions. Any number of instances can run concurrently.
 */
@Component
class Retention {

    private static final Logger log = LoggerFactory.getLogger(Retention.class);

    private static final int KEYS_PER_BATCH = 500;

    // the rest waits for the next run
    private static final int MOST_BATCHES = 1_000;

    private final EndedClaims claims;
    private final ClaimRequests requests;
    private final Settings settings;
    private final HoldProperties holds;
    private final Counter removed;
    private final Counter forgotten;

    /**
     * Settings below {@code inventory.retention}, for claims that have ended and for tombstones.
     *
     * @param keep the time for which ended claims are kept after they would have expired; default 30 days. Longer than the inbox keeps
     *     messages ({@code messaging.inbox.retention}) and than topics keep them ({@code topics}), because a late command has to find
     *     the result of its claim
     * @param topics the retention of commands in Kafka on {@code inventory.commands}; default 7 days, which is Kafka's own default
     * @param batchSize the most claims removed in one transaction; default 500
     */
    @ConfigurationProperties("inventory.retention")
    record Settings(
            @DefaultValue("30d") Duration keep,
            @DefaultValue("7d") Duration topics,
            @DefaultValue("500") int batchSize) {

        /** @throws IllegalArgumentException if a batch is empty, or claims are removed while a command for them may still arrive */
        Settings {
            if (batchSize < 1) {
                throw new IllegalArgumentException("inventory.retention.batch-size must be at least 1");
            }
            if (keep.compareTo(topics) <= 0) {
                throw new IllegalArgumentException(
                        "inventory.retention.keep (%s) must be longer than inventory.retention.topics (%s)"
                                .formatted(keep, topics));
            }
        }
    }

    /** @throws StartupException if claims are not kept for longer than the inbox keeps their messages, and the keys that led to them */
    Retention(
            EndedClaims claims,
            ClaimRequests requests,
            Settings settings,
            HoldProperties holds,
            MessagingProperties messaging,
            MeterRegistry meters) {
        requireLonger(settings, "messaging.inbox.retention", messaging.inbox().retention());
        requireLonger(settings, "inventory.holds.keep-keys", holds.keepKeys());
        this.claims = claims;
        this.requests = requests;
        this.settings = settings;
        this.holds = holds;
        this.removed = Counter.builder("inventory.retention.removed")
                .description("Claims and tombstones that had ended long ago and were removed")
                .register(meters);
        this.forgotten = Counter.builder("inventory.holds.keys.forgotten")
                .description("Idempotency keys of holds that were old and were forgotten")
                .register(meters);
    }

    private static void requireLonger(Settings settings, String name, Duration shorter) {
        if (settings.keep().compareTo(shorter) <= 0) {
            throw new StartupException("inventory.retention.keep (%s) must be longer than %s (%s)"
                    .formatted(settings.keep(), name, shorter));
        }
    }

    @Scheduled(
            fixedDelayString = "${inventory.retention.interval:10m}",
            initialDelayString = "${inventory.retention.interval:10m}")
    void removeIfPossible() {
        logged("claims that had ended", settings.keep(), this::remove);
        logged("idempotency keys that were used", holds.keepKeys(), this::forgetKeys);
    }

    private static void logged(String what, Duration age, IntSupplier removal) {
        try {
            int count = removal.getAsInt();
            if (count > 0) {
                log.info("removed {} {} more than {} ago", count, what, age);
            }
        } catch (RuntimeException e) {
            log.warn("could not remove {}, will try again: {}", what, e.toString());
        }
    }

    /** Removes all claims that are due, up to a bound; returns their number. */
    int remove() {
        return inBatches(settings.batchSize(), limit -> claims.removeOlderThan(settings.keep(), limit), removed);
    }

    private int forgetKeys() {
        return inBatches(KEYS_PER_BATCH, limit -> requests.forgetOlderThan(holds.keepKeys(), limit), forgotten);
    }

    private static int inBatches(int size, IntUnaryOperator batch, Counter counter) {
        int all = 0;
        int last = size;
        for (int number = 0; number < MOST_BATCHES && last == size; number++) {
            last = batch.applyAsInt(size);
            all += last;
            counter.increment(last);
        }
        return all;
    }
}
