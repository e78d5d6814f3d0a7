package dev.layeredsaga.orchestrator.deadletter;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Removes dead letters that were sent or discarded long ago, with their actions. Open ones stay, however old they are. */
@Component
class LetterRetention {

    private static final Logger log = LoggerFactory.getLogger(LetterRetention.class);

    private final DeadLetterTable table;
    private final LetterSettings settings;

    LetterRetention(DeadLetterTable table, LetterSettings settings) {
        this.table = table;
        this.settings = settings;
    }

    /** Removes batch by batch until nothing old is left; what fails is left to the next time. */
    @Scheduled(
            fixedDelayString = "${orchestrator.dead-letters.interval:1h}",
            initialDelayString = "${orchestrator.dead-letters.interval:1h}")
    void removeTheOld() {
        long removed = 0;
        int batch;
        do {
            batch = table.removeSettledBefore(settings.keep(), settings.batchSize());
            removed += batch;
        } while (batch == settings.batchSize());
        if (removed > 0) {
            log.info("removed {} dead letters that were settled more than {} ago", removed, settings.keep());
        }
    }
}
