package dev.layeredsaga.orchestrator.engine.retention;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Keeps the table of sagas from growing for ever: removes those that ended long ago, with their history. One that has not ended
 * stays, however old it is. A reply that comes after its saga's removal is an answer to no saga of ours, and ignored.
 */
@Component
class Retention {

    private static final Logger log = LoggerFactory.getLogger(Retention.class);

    private final FinishedSagas sagas;
    private final RetentionSettings settings;

    Retention(FinishedSagas sagas, RetentionSettings settings) {
        this.sagas = sagas;
        this.settings = settings;
    }

    /** Removes batch by batch until nothing old is left; what fails is left to the next time. */
    @Scheduled(
            fixedDelayString = "${orchestrator.retention.interval:1h}",
            initialDelayString = "${orchestrator.retention.interval:1h}")
    void removeTheOld() {
        long removed = 0;
        int batch;
        do {
            batch = sagas.removeOlderThan(settings.keep(), settings.batchSize());
            removed += batch;
        } while (batch == settings.batchSize());
        if (removed > 0) {
            log.info("removed {} sagas that ended more than {} ago", removed, settings.keep());
        }
    }
}
