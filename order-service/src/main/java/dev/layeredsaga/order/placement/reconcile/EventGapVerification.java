package dev.layeredsaga.order.placement.reconcile;

import dev.layeredsaga.messaging.sweep.Sweep;
import dev.layeredsaga.order.placement.ReconciliationSettings;
import org.springframework.stereotype.Component;

/** Finds ended orders that lack an event, each once. Any number of instances may run it concurrently. */
@Component
record EventGapVerification(EventGaps gaps, ReconciliationSettings settings) implements Sweep {

    @Override
    public Schedule schedule() {
        return new Schedule("orders to verify", settings.interval(), settings.batchSize());
    }

    @Override
    public int sweep() {
        return gaps.verify(settings.endedAfter(), settings.batchSize());
    }
}
