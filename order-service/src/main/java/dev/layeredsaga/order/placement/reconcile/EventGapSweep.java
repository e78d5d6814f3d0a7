package dev.layeredsaga.order.placement.reconcile;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.SagaEventsRequested;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.sweep.RowSweep;
import dev.layeredsaga.messaging.sweep.Sweep.Schedule;
import dev.layeredsaga.order.placement.ReconciledOrders;
import dev.layeredsaga.order.placement.ReconciliationSettings;
import dev.layeredsaga.order.placement.reconcile.EventGaps.History;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Requests events that were lost before an order's ending from the orchestrator until they have arrived. For orders that have not ended,
 * the reconciliation of pending orders does this. Any number of instances may run it concurrently.
 */
@Component
class EventGapSweep implements RowSweep<UUID> {

    private static final Logger log = LoggerFactory.getLogger(EventGapSweep.class);

    private final EventGaps gaps;
    private final Outbox outbox;
    private final ReconciliationSettings settings;
    private final Counter requested;

    EventGapSweep(EventGaps gaps, Outbox outbox, ReconciliationSettings settings, MeterRegistry meters) {
        this.gaps = gaps;
        this.outbox = outbox;
        this.settings = settings;
        this.requested = ReconciledOrders.counter(meters, "gap-requested");
    }

    @Override
    public Schedule schedule() {
        return new Schedule("gaps in events", settings.interval(), settings.batchSize());
    }

    @Override
    public List<UUID> find(int limit, Collection<UUID> except) {
        return gaps.due(limit, except);
    }

    @Override
    public Duration untilNext() {
        return gaps.untilNext();
    }

    @Override
    @Transactional
    public int handle(List<UUID> orders) {
        List<UUID> due = gaps.lock(orders);
        Map<UUID, Duration> waits = new HashMap<>();
        gaps.histories(due).stream()
                .filter(history -> !history.isComplete() && isWorthAsking(history))
                .forEach(history -> waits.put(history.orderId(), requestMissing(history)));
        Set<UUID> settled = new HashSet<>(due);
        settled.removeAll(waits.keySet());
        gaps.remove(settled);
        gaps.postpone(waits);
        return due.size();
    }

    private boolean isWorthAsking(History history) {
        boolean young = history.isOpen() || history.age().compareTo(settings.placedAgainFor()) < 0;
        if (!young) {
            log.warn(
                    "order {} lacks events after {}, given up after {}",
                    history.orderId(),
                    history.contiguous(),
                    history.age());
        }
        return young;
    }

    /** Returns the time until the order is verified again. */
    private Duration requestMissing(History history) {
        if (!history.isOpen()) {
            log.info(
                    "order {} has ended and lacks events after {}, requested", history.orderId(), history.contiguous());
            outbox.publish(OutgoingMessage.of(
                    Topics.ORDERS_EVENTS,
                    history.orderId(),
                    new SagaEventsRequested(history.orderId(), history.contiguous())));
            requested.increment();
        }
        return settings.untilNextAttempt(history.age());
    }
}
