package dev.layeredsaga.order.placement.reconcile;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.SagaEventsRequested;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.order.placement.ReconciliationSettings;
import dev.layeredsaga.order.placement.reconcile.EventGaps.History;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Finds events that were lost before an order's ending, and requests them from the orchestrator until they have arrived. For orders
 * that have not ended, the reconciliation of pending orders does this. Any number of instances may run it concurrently.
 */
@Component
class EventGapSweep {

    private static final Logger log = LoggerFactory.getLogger(EventGapSweep.class);

    // the remaining ones are handled by the next run
    private static final int MOST_BATCHES = 100;

    private final EventGaps gaps;
    private final Outbox outbox;
    private final TransactionOperations transaction;
    private final ReconciliationSettings settings;
    private final Counter requested;

    EventGapSweep(
            EventGaps gaps,
            Outbox outbox,
            TransactionOperations transaction,
            ReconciliationSettings settings,
            MeterRegistry meters) {
        this.gaps = gaps;
        this.outbox = outbox;
        this.transaction = transaction;
        this.settings = settings;
        this.requested = OrderReconciliation.counter(meters, "gap-requested");
    }

    @Scheduled(fixedDelayString = "${order.reconciliation.interval:5s}")
    void sweep() {
        try {
            inBatches(() -> gaps.verify(settings.endedAfter(), settings.batchSize()));
            inBatches(this::requestMissing);
        } catch (RuntimeException e) {
            log.warn("gaps in events could not be looked for, next try in {}: {}", settings.interval(), e.toString());
        }
    }

    private void inBatches(IntSupplier batch) {
        int last = settings.batchSize();
        for (int count = 0; count < MOST_BATCHES && last == settings.batchSize(); count++) {
            Integer done = transaction.execute(status -> batch.getAsInt());
            last = done == null ? 0 : done;
        }
    }

    private int requestMissing() {
        List<UUID> due = gaps.lockDue(settings.batchSize());
        if (!due.isEmpty()) {
            Map<UUID, Duration> waits = new HashMap<>();
            gaps.histories(due).stream()
                    .filter(history -> !history.isComplete() && isWorthAsking(history))
                    .forEach(history -> waits.put(history.orderId(), requestMissing(history)));
            Set<UUID> settled = new HashSet<>(due);
            settled.removeAll(waits.keySet());
            gaps.remove(settled);
            gaps.postpone(waits);
        }
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
