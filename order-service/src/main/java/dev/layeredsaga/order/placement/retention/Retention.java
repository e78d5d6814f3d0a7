package dev.layeredsaga.order.placement.retention;

import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.messaging.settings.MessagingProperties;
import dev.layeredsaga.order.placement.ReconciliationSettings;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Removes orders that ended long ago, in short transactions. Any number of instances may run it concurrently. */
@Component
@EnableConfigurationProperties(RetentionSettings.class)
class Retention {

    private static final Logger log = LoggerFactory.getLogger(Retention.class);

    // the remaining ones are removed by the next run
    private static final int MOST_BATCHES = 1_000;

    private final EndedOrders orders;
    private final RetentionSettings settings;
    private final Counter removed;

    /** @throws StartupException if orders are kept no longer than inbox entries, or sagas no longer than orders are published again */
    Retention(
            EndedOrders orders,
            RetentionSettings settings,
            MessagingProperties messaging,
            ReconciliationSettings reconciliation,
            MeterRegistry meters) {
        requireLonger(
                "order.retention.keep", settings.keep(),
                "messaging.inbox.retention", messaging.inbox().retention());
        requireLonger(
                "order.retention.sagas", settings.sagas(),
                "order.reconciliation.placed-again-for", reconciliation.placedAgainFor());
        this.orders = orders;
        this.settings = settings;
        this.removed = Counter.builder("orders.removed")
                .description("Orders that had ended long ago and were removed with their events")
                .register(meters);
    }

    private static void requireLonger(String name, Duration longer, String otherName, Duration shorter) {
        if (longer.compareTo(shorter) <= 0) {
            throw new StartupException(
                    "%s (%s) must be longer than %s (%s)".formatted(name, longer, otherName, shorter));
        }
    }

    @Scheduled(
            fixedDelayString = "${order.retention.interval:1h}",
            initialDelayString = "${order.retention.interval:1h}")
    void removeIfPossible() {
        try {
            int count = remove();
            if (count > 0) {
                log.info("removed {} orders that had ended more than {} ago", count, settings.keep());
            }
        } catch (RuntimeException e) {
            log.warn("could not remove ended orders, next try in {}: {}", settings.interval(), e.toString());
        }
    }

    /** Removes all due orders, up to a bound, and returns their number. */
    private int remove() {
        int all = 0;
        int last = settings.batchSize();
        for (int batch = 0; batch < MOST_BATCHES && last == settings.batchSize(); batch++) {
            last = orders.removeOlderThan(settings.keep(), settings.batchSize());
            all += last;
            removed.increment(last);
        }
        return all;
    }
}
