package dev.layeredsaga.order.placement.reconcile;

import dev.layeredsaga.messaging.sweep.Sweep;
import dev.layeredsaga.order.placement.ReconciliationSettings;
import org.springframework.stereotype.Component;

/** Finds ended orders that lack an event, each once. Any number of instances may run it concurrently. */
@Component
class EventGapVerification implements Sweep {

    private final EventGaps gaps;
    private final ReconciliationSettings settings;

    EventGapVerification(EventGaps gaps, ReconciliationSettings settings) {
        this.gaps = gaps;
        this.settings = settings;
    }

    @Override
    public Schedule schedule() {
        return new Schedule("orders to verify", settings.interval(), settings.batchSize());
    }

    @Override
    public int sweep() {
        return gaps.verify(settings.endedAfter(), settings.batchSize());
    }
}
