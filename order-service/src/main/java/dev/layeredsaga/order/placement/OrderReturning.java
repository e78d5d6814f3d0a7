package dev.layeredsaga.order.placement;

import static java.util.stream.Collectors.toSet;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.ReturnSagaEvent;
import dev.layeredsaga.contract.order.ReturnSagaEvent.GoodsReceived;
import dev.layeredsaga.contract.order.ReturnSagaEvent.MoneyReturned;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnCompleted;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnRejected;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnStarted;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.order.placement.returns.ReturnOutcome;
import dev.layeredsaga.order.placement.returns.ReturnRequest;
import dev.layeredsaga.order.placement.returns.ReturnStatus;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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
            jdbc.update(RECONCILE, settings.unstartedAfter().toMillis(), order.id());
        }
        return outcome;
    }

    /**
     * Applies the events in their order, in the current transaction. Those of returns that the order does not have are passed over.
     *
     * @throws IllegalStateException if an order is not there
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void follow(List<ReturnNews> told) {
        Map<UUID, CustomerOrder> locked = new HashMap<>();
        orders.lockAll(told.stream().map(news -> news.event().orderId()).collect(toSet()))
                .forEach(order -> locked.put(order.id(), order));
        for (ReturnNews news : told) {
            CustomerOrder order = locked.get(news.event().orderId());
            if (order == null) {
                throw new IllegalStateException("there is no order of the return " + news.returnId());
            }
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
