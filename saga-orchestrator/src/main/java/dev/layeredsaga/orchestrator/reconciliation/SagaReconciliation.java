package dev.layeredsaga.orchestrator.reconciliation;

import dev.layeredsaga.engine.state.SagaLocks;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.sweep.Sweep;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Finds sagas that have not ended and that the due-loop would never drive, or only long after their deadline, and makes them due.
 * One that is stuck waits for an operator and is left alone. Any number of instances may do so side by side.
 */
@Component
class SagaReconciliation implements Sweep {

    private static final Logger log = LoggerFactory.getLogger(SagaReconciliation.class);

    private final SagaLocks sagas;
    private final ReconciliationSettings settings;
    private final Counter madeDue;

    SagaReconciliation(SagaLocks sagas, ReconciliationSettings settings, MeterRegistry meters) {
        this.sagas = sagas;
        this.settings = settings;
        this.madeDue = Counter.builder("sagas.reconciled")
                .description("Sagas that nothing would have driven any more, by what was done")
                .tag("action", "made-due")
                .register(meters);
    }

    @Override
    public Schedule schedule() {
        return new Schedule("sagas to make due", settings.interval(), settings.batchSize());
    }

    @Override
    public int sweep() {
        List<UUID> found = sagas.makeDue(settings.sagasOverdueAfter(), settings.batchSize());
        if (!found.isEmpty()) {
            log.warn(
                    "{} sagas had no time to be driven, or one long after their deadline, made due: {}",
                    found.size(),
                    found.subList(0, Math.min(10, found.size())));
            AfterCommit.run(() -> madeDue.increment(found.size()));
        }
        return found.size();
    }
}
