package dev.layeredsaga.orchestrator.deadletter;

import dev.layeredsaga.messaging.sweep.Sweep;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Removes dead letters that were sent or discarded long ago, with their actions. Open ones stay, however old they are. */
@Component
record LetterRetention(DeadLetterTable table, LetterSettings settings) implements Sweep {

    private static final Logger log = LoggerFactory.getLogger(LetterRetention.class);

    @Override
    public Schedule schedule() {
        return new Schedule("settled dead letters to remove", settings.interval(), settings.batchSize());
    }

    @Override
    public int sweep() {
        int removed = table.removeSettledBefore(settings.keep(), settings.batchSize());
        if (removed > 0) {
            log.info("removed {} dead letters that were settled more than {} ago", removed, settings.keep());
        }
        return removed;
    }
}
