package dev.layeredsaga.order.placement;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.ReturnRequested;
import dev.layeredsaga.contract.order.ReturnSagaEvent;
import dev.layeredsaga.contract.order.ReturnSagaEvent.GoodsReceived;
import dev.layeredsaga.contract.order.ReturnSagaEvent.MoneyReturned;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnCompleted;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnRejected;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnStarted;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.order.placement.returns.OrderReturn;
import dev.layeredsaga.order.placement.returns.ReturnOutcome;
import dev.layeredsaga.order.placement.returns.ReturnRequest;
import dev.layeredsaga.order.placement.returns.ReturnStatus;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Takes returns of what was sold, and applies the events of their sagas. A return and its message are stored together or not at all.
 * Thread-safe.
 */
@Service
@EnableConfigurationProperties(ReturnSettings.class)
public class OrderReturning {

    private static final Logger log = LoggerFactory.getLogger(OrderReturning.class);

    private static final String RECONCILE =
            "UPDATE customer_order SET reconcile_at = clock_timestamp() + ? * interval '1 millisecond' WHERE id = ?";

    private final CustomerOrders orders;
    private final JdbcTemplate jdbc;
    private final ReconciliationSettings settings;
    private final Outbox outbox;
    private final Clock clock;
    private final ReturnSettings returns;

    OrderReturning(
            CustomerOrders orders,
            JdbcTemplate jdbc,
            ReconciliationSettings settings,
            Outbox outbox,
            Clock clock,
            ReturnSettings returns) {
        this.returns = returns;
        this.orders = orders;
        this.jdbc = jdbc;
        this.settings = settings;
        this.outbox = outbox;
        this.clock = clock;
    }

    /** An event of a return's saga. */
    public record ReturnNews(UUID returnId, ReturnSagaEvent event) {}

    /** Counts a return in and has its saga started. An order that is gone is not confirmed. */
    @Transactional
    public ReturnOutcome request(ReturnRequest request) {
        return orders.findForUpdate(request.orderId())
                .map(order -> request(order, request))
                .orElseGet(ReturnOutcome.NotConfirmed::new);
    }

    private ReturnOutcome request(CustomerOrder order, ReturnRequest request) {
        ReturnOutcome outcome = order.request(request, returns.window(), now());
        if (outcome instanceof ReturnOutcome.Accepted accepted && accepted.first()) {
            outbox.publish(OutgoingMessage.of(Topics.ORDERS_EVENTS, order.id(), order.requested(accepted.made())));
            reconcile(order);
        }
        return outcome;
    }

    private void reconcile(CustomerOrder order) {
        jdbc.update(RECONCILE, settings.unstartedAfter().toMillis(), order.id());
    }

    /**
     * Adds those of the returns that were accepted and are not there, requested as they were, and has the events of their sagas requested. One
     * that does not agree with itself, or is from a version that did not publish all of it, or of whose order nothing is known, is left out.
     *
     * @return how many were added
     */
    @Transactional(propagation = Propagation.MANDATORY)
    int putBack(Collection<ReturnRequested> published) {
        Map<UUID, List<ReturnRequested>> byOrder = published.stream()
                .filter(lost -> lost.origin() != null)
                .collect(groupingBy(ReturnRequested::orderId, LinkedHashMap::new, toList()));
        int added = 0;
        for (CustomerOrder order : byOrder.isEmpty() ? List.<CustomerOrder>of() : orders.lockAll(byOrder.keySet())) {
            long ofOrder = Objects.requireNonNull(byOrder.get(order.id())).stream()
                    .flatMap(lost -> OrderReturn.of(lost).stream())
                    .filter(lost -> order.putBack(lost, now()))
                    .count();
            if (ofOrder > 0) {
                log.warn("{} returns of order {} were not in the database any more, put back", ofOrder, order.id());
                reconcile(order);
            }
            if (ofOrder > 0 && order.returns().exceedSold()) {
                log.error(
                        "order {} has more returned than it had, as another return was accepted in between: compare its payment and its claim",
                        order.id());
            }
            added += (int) ofOrder;
        }
        return added;
    }

    /**
     * Applies the events in their order, in the current transaction.
     *
     * @throws UnknownIdsException if an order does not have a return, or is not there
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void follow(List<ReturnNews> events) {
        Map<UUID, CustomerOrder> byReturn = new HashMap<>();
        orders.lockAll(events.stream().map(news -> news.event().orderId()).collect(toSet()))
                .forEach(order -> order.returns().all().forEach(made -> byReturn.put(made.id(), order)));
        UnknownIdsException.requireKnown(
                events.stream().map(ReturnNews::returnId).collect(toSet()), byReturn.keySet());
        for (ReturnNews news : events) {
            CustomerOrder order = Objects.requireNonNull(byReturn.get(news.returnId()));
            switch (news.event()) {
                case ReturnStarted unused -> {}
                case GoodsReceived unused -> order.move(news.returnId(), ReturnStatus.GOODS_RECEIVED, null, now());
                case MoneyReturned unused -> order.move(news.returnId(), ReturnStatus.REFUNDED, null, now());
                case ReturnCompleted unused -> order.move(news.returnId(), ReturnStatus.COMPLETED, null, now());
                case ReturnRejected no -> order.move(news.returnId(), ReturnStatus.REJECTED, no.reason(), now());
            }
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
