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
    private final TransactionOperations transaction;

    OrderOpening(
            EarlierOrders earlier,
            CustomerOrders orders,
            Products products,
            Outbox outbox,
            OrderClock clock,
            OrderMeters meters,
            TransactionOperations transaction) {
        this.earlier = earlier;
        this.orders = orders;
        this.products = products;
        this.outbox = outbox;
        this.clock = clock;
        this.meters = meters;
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
        Map<IdempotencyKey, CustomerOrder> byKey = earlier.withKeys(
                wishes.stream().map(wish -> wish.request().key()).toList());
        PriceList prices = prices(wishes);
        List<Placement> placements = new ArrayList<>(wishes.size());
        List<CustomerOrder> opened = new ArrayList<>();
        List<OutgoingMessage> news = new ArrayList<>();
        for (Wish wish : wishes) {
            PlaceOrder request = wish.request();
            CustomerOrder known = byKey.get(request.key());
            if (known != null) {
                placements.add(known.wasPlacedBy(request) ? new Placement.Accepted(known) : new Placement.KeyReused());
                continue;
            }
            switch (prices.price(request.lines())) {
                case Priced price -> {
                    CustomerOrder order = new CustomerOrder(ids.generate(), request, price, clock.now());
                    byKey.put(request.key(), order);
                    opened.add(order);
                    news.add(OutgoingMessage.of(Topics.ORDERS_EVENTS, order.id(), order.placed(request.claim()))
                            .inTrace(wish.trace()));
                    placements.add(new Placement.Accepted(order));
                }
                case Unpriced refusal -> placements.add(refusal);
            }
        }
        store(opened, news);
        return placements;
    }

    private PriceList prices(List<Wish> wishes) {
        return new PriceList(products.unitPrices(wishes.stream()
                .flatMap(wish -> wish.request().lines().stream())
                .map(StockLine::sku)
                .collect(Collectors.toSet())));
    }

    private void store(List<CustomerOrder> opened, List<OutgoingMessage> news) {
        if (!opened.isEmpty()) {
            // flushed, so that a key in use is noticed before anything is published
            orders.saveAllAndFlush(opened);
            news.forEach(outbox::publish);
            meters.placed(opened.size());
        }
    }
}
