package dev.layeredsaga.order.placement;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.layeredsaga.messaging.StockLine;
import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.order.placement.OrderPlacing.Wish;
import dev.layeredsaga.order.placement.Pricing.Priced;
import dev.layeredsaga.order.product.Products;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Stores orders and the news of them, however many at a time, in one transaction and a few statements. Thread-safe. */
@Component
class OrderOpening {

    private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();
    private final EarlierOrders earlier;
    private final CustomerOrders orders;
    private final Products products;
    private final Outbox outbox;
    private final OrderClock clock;
    private final OrderMeters meters;
    private final ReconciliationSettings settings;
    private final TransactionOperations transaction;

    OrderOpening(
            EarlierOrders earlier,
            CustomerOrders orders,
            Products products,
            Outbox outbox,
            OrderClock clock,
            OrderMeters meters,
            ReconciliationSettings settings,
            TransactionOperations transaction) {
        this.earlier = earlier;
        this.orders = orders;
        this.products = products;
        this.outbox = outbox;
        this.clock = clock;
        this.meters = meters;
        this.settings = settings;
        this.transaction = transaction;
    }

    /**
     * What comes of each wish, in their order.
     *
     * @throws org.springframework.dao.DataIntegrityViolationException if somebody else is just using one of the keys; nothing has
     *     been stored then
     */
    List<Placement> open(List<Wish> wishes) {
        return transaction.execute(status -> openHere(wishes));
    }

    private List<Placement> openHere(List<Wish> wishes) {
        Round round = new Round(
                earlier.withKeys(
                        wishes.stream().map(wish -> wish.request().key()).toList()),
                prices(wishes));
        List<Placement> placements = wishes.stream().map(round::placementOf).toList();
        if (!round.opened.isEmpty()) {
            store(round.opened);
        }
        return placements;
    }

    private PriceList prices(List<Wish> wishes) {
        return new PriceList(products.unitPrices(wishes.stream()
                .flatMap(wish -> wish.request().lines().stream())
                .map(StockLine::sku)
                .collect(Collectors.toSet())));
    }

    private record Opened(CustomerOrder order, Wish wish) {

        OutgoingMessage news() {
            return OutgoingMessage.of(Topics.ORDERS_EVENTS, order.id(), order.placed())
                    .inTrace(wish.trace());
        }
    }

    /** What becomes of one wish after the other; of two with one key the first has it. */
    private final class Round {

        private final Map<IdempotencyKey, CustomerOrder> byKey;
        private final PriceList prices;
        private final List<Opened> opened = new ArrayList<>();

        Round(Map<IdempotencyKey, CustomerOrder> byKey, PriceList prices) {
            this.byKey = byKey;
            this.prices = prices;
        }

        Placement placementOf(Wish wish) {
            CustomerOrder known = byKey.get(wish.request().key());
            if (known != null) {
                return known.wasPlacedBy(wish.request()) ? new Placement.Accepted(known) : new Placement.KeyReused();
            }
            return switch (prices.price(wish.request().lines())) {
                case Priced price -> new Placement.Accepted(open(wish, price));
                case Unpriced refusal -> refusal;
            };
        }

        private CustomerOrder open(Wish wish, Priced price) {
            CustomerOrder order = order(wish, price, clock.now());
            byKey.put(order.key(), order);
            opened.add(new Opened(order, wish));
            return order;
        }
    }

    private CustomerOrder order(Wish wish, Priced price, Instant now) {
        return new CustomerOrder(ids.generate(), wish.request(), price, now, now.plus(settings.unstartedAfter()));
    }

    private void store(List<Opened> opened) {
        // flushed, so that a key in use is noticed before anything is published
        orders.saveAllAndFlush(opened.stream().map(Opened::order).toList());
        opened.forEach(one -> outbox.publish(one.news()));
        meters.placed(opened.size());
    }
}
