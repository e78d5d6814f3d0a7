package dev.layeredsaga.order.placement;

import dev.layeredsaga.messaging.StockLine;
import dev.layeredsaga.order.placement.NewOrders.NewOrder;
import dev.layeredsaga.order.placement.OrderPlacing.Wish;
import dev.layeredsaga.order.placement.Pricing.Priced;
import dev.layeredsaga.order.product.Products;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Stores any number of orders and their messages in one transaction and a few statements. Thread-safe. */
@Component
class OrderOpening {

    private final EarlierOrders earlier;
    private final QueuedOrders queued;
    private final Products products;
    private final NewOrders orders;
    private final TransactionOperations transaction;

    OrderOpening(
            EarlierOrders earlier,
            QueuedOrders queued,
            Products products,
            NewOrders orders,
            TransactionOperations transaction) {
        this.earlier = earlier;
        this.queued = queued;
        this.products = products;
        this.orders = orders;
        this.transaction = transaction;
    }

    /**
     * Places the orders and returns the outcomes, in the order of the requests.
     *
     * @throws org.springframework.dao.DataIntegrityViolationException if a concurrent transaction uses one of the keys; nothing is
     *     stored then
     */
    List<Placement> open(List<Wish> wishes) {
        return transaction.execute(status -> openHere(wishes));
    }

    private List<Placement> openHere(List<Wish> wishes) {
        List<PlaceOrder> requests = wishes.stream().map(Wish::request).toList();
        Map<IdempotencyKey, CustomerOrder> byKey =
                earlier.withKeys(requests.stream().map(PlaceOrder::key).toList());
        QueuedOrders.Places places = queued.placesFor(requests.stream()
                .filter(request -> !byKey.containsKey(request.key()))
                .toList());
        Round round = new Round(byKey, prices(requests), places);
        List<Placement> placements = wishes.stream().map(round::placementOf).toList();
        if (!round.opened.isEmpty()) {
            orders.store(round.opened);
        }
        return placements;
    }

    private PriceList prices(List<PlaceOrder> requests) {
        return new PriceList(products.unitPrices(requests.stream()
                .flatMap(request -> request.lines().stream())
                .map(StockLine::sku)
                .collect(Collectors.toSet())));
    }

    /** A batch of requests, decided one after the other; of two with the same key the first one places the order. */
    private final class Round {

        private final Map<IdempotencyKey, CustomerOrder> byKey;
        private final PriceList prices;
        private final QueuedOrders.Places places;
        private final List<NewOrder> opened = new ArrayList<>();

        Round(Map<IdempotencyKey, CustomerOrder> byKey, PriceList prices, QueuedOrders.Places places) {
            this.byKey = byKey;
            this.prices = prices;
            this.places = places;
        }

        Placement placementOf(Wish wish) {
            CustomerOrder known = byKey.get(wish.request().key());
            if (known != null) {
                return known.wasPlacedBy(wish.request()) ? new Placement.Accepted(known) : new Placement.KeyReused();
            }
            return switch (prices.price(wish.request().lines())) {
                case Priced price ->
                    places.take(wish.request())
                            ? new Placement.Accepted(open(wish, price))
                            : new Placement.TooManyQueued(places.perCustomer());
                case Unpriced refusal -> refusal;
            };
        }

        private CustomerOrder open(Wish wish, Priced price) {
            CustomerOrder order = orders.create(wish.request(), price);
            byKey.put(order.key(), order);
            opened.add(new NewOrder(order, wish.trace()));
            return order;
        }
    }
}
