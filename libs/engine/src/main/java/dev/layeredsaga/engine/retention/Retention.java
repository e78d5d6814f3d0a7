package dev.layeredsaga.engine.retention;

import dev.layeredsaga.engine.retention.FinishedSagas.Batch;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Keeps the table of sagas from growing for ever: removes those that ended long ago, with their history and what local participants
 * know of them. One that has not ended stays, however old it is, as does one for which a participant still has work to do. A reply that comes after its saga's removal is an answer to no saga of ours, and ignored.
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
        Set<UUID> kept = new HashSet<>();
        Batch batch;
        do {
            batch = sagas.removeOlderThan(settings.keep(), settings.batchSize(), kept);
            removed += batch.removed();
            kept.addAll(batch.kept());
        } while (batch.size() == settings.batchSize());
        if (!kept.isEmpty()) {
            log.warn(
                    "kept {} sagas that ended more than {} ago: a participant has work to do",
                    kept.size(),
                    settings.keep());
        }
        if (removed > 0) {
            log.info("removed {} sagas that ended more than {} ago", removed, settings.keep());
        }
    }
}
