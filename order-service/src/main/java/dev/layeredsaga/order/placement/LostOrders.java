package dev.layeredsaga.order.placement;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.OrderCancellationRequested;
import dev.layeredsaga.contract.order.OrderEvent;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.order.OrderPlaced.Origin;
import dev.layeredsaga.contract.order.ReturnRequested;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.order.placement.price.PriceList;
import dev.layeredsaga.order.placement.price.Pricing.Priced;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.util.Assert;

/**
 * Puts back orders and returns that the database has lost, as with a backup that was restored, from what was published of them.
 * Thread-safe.
 */
@Component
public class LostOrders {

    private static final Logger log = LoggerFactory.getLogger(LostOrders.class);

    private static final String KNOWN = "SELECT id FROM customer_order WHERE id = ANY (?)";

    private final CustomerOrders orders;
    private final OrderReturning returning;
    private final JdbcTemplate jdbc;
    private final Clock clock;
    private final Counter putBack;

    LostOrders(CustomerOrders orders, OrderReturning returning, JdbcTemplate jdbc, Clock clock, MeterRegistry meters) {
        this.orders = orders;
        this.returning = returning;
        this.jdbc = jdbc;
        this.clock = clock;
        this.putBack = ReconciledOrders.counter(meters, "put-back");
    }

    /** Returns those of the orders that are in the database. */
    public Set<UUID> known(Collection<UUID> ids) {
        return ids.isEmpty()
                ? Set.of()
                : Set.copyOf(jdbc.queryForList(KNOWN, UUID.class, (Object) ids.toArray(UUID[]::new)));
    }

    /**
     * Stores those of the orders that were placed and are not there, pending as they were placed, with the cancellations and the returns
     * that were accepted, in one transaction. Their sagas' events are requested at once. An order that does not agree with itself, or is from a version
     * that did not publish all of it, is left out.
     */
    @Transactional
    public void putBack(Collection<OrderEvent> published) {
        Map<UUID, OrderPlaced> missing = new LinkedHashMap<>();
        Set<UUID> cancelled = new HashSet<>();
        List<ReturnRequested> returned = new ArrayList<>();
        for (OrderEvent event : published) {
            if (event instanceof OrderPlaced order && order.origin() != null) {
                missing.putIfAbsent(order.orderId(), order);
            } else if (event instanceof OrderCancellationRequested request) {
                cancelled.add(request.orderId());
            } else if (event instanceof ReturnRequested request) {
                returned.add(request);
            }
        }
        missing.keySet().removeAll(known(missing.keySet()));
        Set<IdempotencyKey> used = usedOf(missing.values());
        List<CustomerOrder> restored = new ArrayList<>();
        missing.values().forEach(order -> restored(order, used).ifPresent(restored::add));
        if (!restored.isEmpty()) {
            orders.saveAllAndFlush(restored);
            log.warn(
                    "{} orders were not in the database any more, put back: {}",
                    restored.size(),
                    restored.stream().limit(10).map(CustomerOrder::id).toList());
        }
        if (!cancelled.isEmpty()) {
            orders.lockPending(cancelled.toArray(UUID[]::new)).forEach(CustomerOrder::requestCancellation);
        }
        int added = restored.size() + returning.putBack(returned);
        AfterCommit.run(() -> putBack.increment(added));
    }

    /** The keys that other orders have taken since. */
    private Set<IdempotencyKey> usedOf(Collection<OrderPlaced> missing) {
        Set<IdempotencyKey> used = new HashSet<>();
        if (!missing.isEmpty()) {
            List<Origin> origins = missing.stream()
                    .map(OrderPlaced::origin)
                    .map(Objects::requireNonNull)
                    .toList();
            orders.findPlaced(
                            origins.stream().map(Origin::caller).toArray(String[]::new),
                            origins.stream().map(Origin::idempotencyKey).toArray(String[]::new),
                            missing.stream().map(OrderPlaced::orderId).toArray(UUID[]::new))
                    .forEach(order -> used.add(order.key()));
        }
        return used;
    }

    private Optional<CustomerOrder> restored(OrderPlaced order, Set<IdempotencyKey> used) {
        try {
            Origin origin = Objects.requireNonNull(order.origin());
            PlaceOrder request = request(order, new IdempotencyKey(origin.caller(), origin.idempotencyKey()));
            if (!request.orderId().equals(order.orderId())
                    || !(prices(order, origin).price(order.lines()) instanceof Priced price)
                    || !price.total().equals(order.total())) {
                throw new IllegalArgumentException("it does not agree with itself");
            }
            boolean free = used.add(request.key());
            PlaceOrder stored = free ? request : request(order, keyOf(order.orderId(), origin.caller()));
            return Optional.of(new CustomerOrder(
                    order.orderId(),
                    stored,
                    price,
                    origin.placedAt(),
                    clock.instant().truncatedTo(ChronoUnit.MICROS)));
        } catch (IllegalArgumentException | ArithmeticException e) {
            log.error("order {} is not in the database and cannot be put back: {}", order.orderId(), e.getMessage());
            return Optional.empty();
        }
    }

    /** For an order whose own key another one has. */
    private static IdempotencyKey keyOf(UUID order, String caller) {
        return new IdempotencyKey(caller, "put-back-" + order);
    }

    private static PlaceOrder request(OrderPlaced order, IdempotencyKey key) {
        return new PlaceOrder(
                key,
                order.customerId(),
                order.lines(),
                order.paymentMethod(),
                order.onBusy(),
                order.timing(),
                null,
                order.claim());
    }

    private static PriceList prices(OrderPlaced order, Origin origin) {
        Assert.isTrue(origin.unitAmounts().size() == order.lines().size(), "it has not one price for each line");
        Map<String, Money> prices = new HashMap<>();
        for (int i = 0; i < order.lines().size(); i++) {
            prices.put(
                    order.lines().get(i).sku(),
                    new Money(origin.unitAmounts().get(i), order.total().currency()));
        }
        return new PriceList(prices);
    }
}
