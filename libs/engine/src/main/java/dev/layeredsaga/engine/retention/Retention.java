package dev.layeredsaga.engine.retention;

import dev.layeredsaga.engine.retention.FinishedSagas.Batch;
import dev.layeredsaga.messaging.sweep.Sweep;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the table of sagas from growing for ever: removes those that ended long ago, with their history and what local participants
 * know of them. One that has not ended stays, however old it is, as does one for which a participant still has work to do. A reply that comes after its saga's removal is an answer to no saga of ours, and ignored.
 */
class Retention implements Sweep {

    private static final Logger log = LoggerFactory.getLogger(Retention.class);

    private final FinishedSagas sagas;
    private final RetentionSettings settings;
    /** Sagas that this run has come to and that a participant still has work to do for. */
    private final Set<UUID> kept = ConcurrentHashMap.newKeySet();

    Retention(FinishedSagas sagas, RetentionSettings settings) {
        this.sagas = sagas;
        this.settings = settings;
    }

    @Override
    public Schedule schedule() {
        return new Schedule("ended sagas to remove", settings.interval(), settings.batchSize());
    }

    @Override
    public int sweep() {
        Batch batch = sagas.removeOlderThan(settings.keep(), settings.batchSize(), Set.copyOf(kept));
        kept.addAll(batch.kept());
        if (batch.removed() > 0) {
            log.info("removed {} sagas that ended more than {} ago", batch.removed(), settings.keep());
        }
        if (batch.size() < settings.batchSize()) {
            endRun();
        }
        return batch.size();
    }

    private void endRun() {
        if (!kept.isEmpty()) {
            log.warn(
                    "kept {} sagas that ended more than {} ago: a participant has work to do",
                    kept.size(),
                    settings.keep());
            kept.clear();
        }
    }
}
