package dev.layeredsaga.order.placement.reconcile;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OrderCancellationRequested;
import dev.layeredsaga.contract.order.SagaEventsRequested;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.sweep.RowSweep;
import dev.layeredsaga.messaging.sweep.Sweep.Schedule;
import dev.layeredsaga.messaging.time.DatabaseClock;
import dev.layeredsaga.order.placement.CustomerOrder;
import dev.layeredsaga.order.placement.OrderLookup;
import dev.layeredsaga.order.placement.ReconciledOrders;
import dev.layeredsaga.order.placement.ReconciliationSettings;
import dev.layeredsaga.order.placement.reconcile.EventGaps.History;
import dev.layeredsaga.order.placement.returns.OrderReturn;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Finds orders for which a message was lost on the way to their saga or back, or whose saga was lost, so that it only delays an order. An
 * order whose saga is not known to have started, or has not ended in time, is published again (starting a saga twice is harmless), and
 * the missing events are requested from the orchestrator. A cancellation is published again until the saga begins to compensate, and with
 * the order. Open returns are published again, too. Any number of instances may run it concurrently. Thread-safe.
 */
@Component
@EnableConfigurationProperties(ReconciliationSettings.class)
class OrderReconciliation implements RowSweep<UUID> {

    private static final Logger log = LoggerFactory.getLogger(OrderReconciliation.class);

    /** By two indexes that are almost empty. */
    private static final String DUE = """
            WITH open AS (
              SELECT id, reconcile_at FROM customer_order WHERE status = 'PENDING'
              UNION ALL
              SELECT id, reconcile_at FROM customer_order WHERE return_open
            )
            SELECT id FROM open WHERE reconcile_at <= (SELECT clock_timestamp()) AND id <> ALL (?)
            ORDER BY reconcile_at LIMIT ?
            """;

    private static final String NEXT = """
            least(
              (SELECT min(reconcile_at) FROM customer_order WHERE status = 'PENDING'),
              (SELECT min(reconcile_at) FROM customer_order WHERE return_open))
            """;

    private static final String LOCK = """
            SELECT id FROM customer_order
            WHERE id = ANY (?) AND (status IS NOT DISTINCT FROM 'PENDING' OR return_open) AND reconcile_at <= clock_timestamp()
            FOR UPDATE SKIP LOCKED
            """;

    private static final Duration LONGEST_FOR_RETURNS = Duration.ofHours(1);

    private static final String POSTPONE = """
            UPDATE customer_order SET reconcile_at = clock_timestamp() + wait.millis * interval '1 millisecond'
            FROM unnest(?::uuid[], ?::bigint[]) AS wait (id, millis) WHERE customer_order.id = wait.id
            """;

    private final OrderLookup orders;
    private final EventGaps gaps;
    private final JdbcTemplate jdbc;
    private final Outbox outbox;
    private final Clock clock;
    private final ReconciliationSettings settings;
    private final Counter placedAgain;
    private final Counter cancelledAgain;
    private final Counter eventsRequested;

    OrderReconciliation(
            OrderLookup orders,
            EventGaps gaps,
            JdbcTemplate jdbc,
            Outbox outbox,
            Clock clock,
            ReconciliationSettings settings,
            MeterRegistry meters) {
        this.orders = orders;
        this.gaps = gaps;
        this.jdbc = jdbc;
        this.outbox = outbox;
        this.clock = clock;
        this.settings = settings;
        this.placedAgain = ReconciledOrders.counter(meters, "placed-again");
        this.cancelledAgain = ReconciledOrders.counter(meters, "cancelled-again");
        this.eventsRequested = ReconciledOrders.counter(meters, "events-requested");
    }

    @Override
    public Schedule schedule() {
        return new Schedule("pending orders to reconcile", settings.interval(), settings.batchSize());
    }

    @Override
    public List<UUID> find(int limit, Collection<UUID> except) {
        return jdbc.query(DUE, (row, number) -> row.getObject("id", UUID.class), except.toArray(UUID[]::new), limit);
    }

    @Override
    public Duration untilNext() {
        return DatabaseClock.until(jdbc, NEXT);
    }

    @Override
    @Transactional
    public int handle(List<UUID> ids) {
        List<UUID> due =
                jdbc.query(LOCK, (row, number) -> row.getObject("id", UUID.class), (Object) ids.toArray(UUID[]::new));
        Map<UUID, History> histories =
                gaps.histories(due).stream().collect(Collectors.toMap(History::orderId, Function.identity()));
        Map<UUID, Duration> waits = new HashMap<>();
        orders.findAll(due)
                .forEach(order -> waits.put(
                        order.id(),
                        order.hasEnded()
                                ? reconcileReturns(order)
                                : reconcile(order, Objects.requireNonNull(histories.get(order.id())))));
        jdbc.update(
                POSTPONE,
                waits.keySet().toArray(UUID[]::new),
                waits.values().stream().map(Duration::toMillis).toArray(Long[]::new));
        return due.size();
    }

    /** Returns the time until the order's next reconciliation. */
    private Duration reconcile(CustomerOrder order, History history) {
        Duration age = history.age();
        Duration allowed = history.contiguous() > 0 ? settings.unfinishedAfter() : settings.unstartedAfter();
        boolean late = age.compareTo(allowed) >= 0;
        boolean again = late && age.compareTo(settings.placedAgainFor()) < 0;
        boolean withoutEffect = order.isCancellationRequested() && !history.isCompensating();
        if (again) {
            publish(order.id(), order.placed().repeated(clock.instant()));
            placedAgain.increment();
        }
        if (late) {
            publish(order.id(), new SagaEventsRequested(order.id(), history.contiguous()));
            eventsRequested.increment();
            log.info("order {} is pending after {}; published again: {}", order.id(), age, again);
        }
        // the saga that has begun to compensate may be lost, and the order begin anew
        if (withoutEffect || (again && order.isCancellationRequested())) {
            publish(order.id(), new OrderCancellationRequested(order.id()));
            cancelledAgain.increment();
        }
        Duration next = late ? settings.untilNextAttempt(age) : allowed.minus(age);
        return withoutEffect ? Collections.min(List.of(next, settings.untilNextCancellation(age))) : next;
    }

    /**
     * Publishes open returns again and requests the events of their sagas. The saga of one that is old may have been removed, and is not
     * started once more. Returns the time until the next time: as long as the youngest is old, up to an hour.
     */
    private Duration reconcileReturns(CustomerOrder order) {
        Duration youngest = LONGEST_FOR_RETURNS;
        for (OrderReturn open :
                order.returns().all().stream().filter(OrderReturn::isOpen).toList()) {
            Duration age = Duration.between(open.requestedAt(), clock.instant());
            youngest = Collections.min(List.of(youngest, age));
            if (age.compareTo(settings.placedAgainFor()) < 0) {
                publish(order.id(), order.requested(open));
            }
            publish(open.id(), new SagaEventsRequested(open.id(), 0));
        }
        return Collections.max(List.of(settings.unstartedAfter(), youngest));
    }

    private void publish(UUID key, Object event) {
        outbox.publish(OutgoingMessage.of(Topics.ORDERS_EVENTS, key, event));
    }
}
