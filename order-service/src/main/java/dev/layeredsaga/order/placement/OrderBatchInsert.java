package dev.layeredsaga.order.placement;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.order.placement.NewOrders.NewOrder;
import dev.layeredsaga.order.placement.price.PriceList;
import dev.layeredsaga.order.placement.price.Pricing.Priced;
import dev.layeredsaga.order.placement.price.Pricing.Unpriced;
import dev.layeredsaga.order.product.Products;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Stores any number of orders and their messages in one transaction and a few statements. Thread-safe. */
@Component
class OrderBatchInsert {

    private final CustomerOrders orders;
    private final QueuedOrders queued;
    private final Products products;
    private final NewOrders newOrders;
    private final TransactionOperations transaction;

    /** @param trace the trace of the request */
    record Request(PlaceOrder order, @Nullable TraceParent trace) {}

    OrderBatchInsert(
            CustomerOrders orders,
            QueuedOrders queued,
            Products products,
            NewOrders newOrders,
            TransactionOperations transaction) {
        this.orders = orders;
        this.queued = queued;
        this.products = products;
        this.newOrders = newOrders;
        this.transaction = transaction;
    }

    /**
     * Places the orders and returns the outcomes, in the order of the requests.
     *
     * @throws org.springframework.dao.DataIntegrityViolationException if a concurrent transaction uses one of the keys; nothing is
     *     stored then
     */
    List<Placement> insert(List<Request> requests) {
        return transaction.execute(status -> insertHere(requests));
    }

    private List<Placement> insertHere(List<Request> requests) {
        List<PlaceOrder> orderRequests = requests.stream().map(Request::order).toList();
        List<CustomerOrder> earlier = placedEarlier(orderRequests);
        Map<IdempotencyKey, CustomerOrder> byKey = new HashMap<>();
        earlier.forEach(order -> byKey.put(order.key(), order));
        Set<UUID> known = earlier.stream().map(CustomerOrder::id).collect(Collectors.toSet());
        QueuedOrders.Places places = queued.placesFor(orderRequests.stream()
                .filter(request -> !byKey.containsKey(request.key()))
                .toList());
        Batch batch = new Batch(byKey, known, prices(orderRequests), places);
        List<Placement> placements = requests.stream().map(batch::placementOf).toList();
        if (!batch.opened.isEmpty()) {
            newOrders.store(batch.opened);
        }
        return placements;
    }

    private List<CustomerOrder> placedEarlier(List<PlaceOrder> requests) {
        return orders.findPlaced(
                requests.stream().map(request -> request.key().caller()).toArray(String[]::new),
                requests.stream().map(request -> request.key().value()).toArray(String[]::new),
                requests.stream().map(PlaceOrder::orderId).toArray(UUID[]::new));
    }

    private PriceList prices(List<PlaceOrder> requests) {
        return new PriceList(products.unitPrices(requests.stream()
                .flatMap(request -> request.lines().stream())
                .map(StockLine::sku)
                .collect(Collectors.toSet())));
    }

    /** A batch of requests, decided one after the other; of two with the same key the first one places the order. */
    private final class Batch {

        private final Map<IdempotencyKey, CustomerOrder> byKey;
        private final Set<UUID> known;
        private final PriceList prices;
        private final QueuedOrders.Places places;
        private final List<NewOrder> opened = new ArrayList<>();

        Batch(Map<IdempotencyKey, CustomerOrder> byKey, Set<UUID> known, PriceList prices, QueuedOrders.Places places) {
            this.byKey = byKey;
            this.known = known;
            this.prices = prices;
            this.places = places;
        }

        Placement placementOf(Request request) {
            CustomerOrder placed = byKey.get(request.order().key());
            if (placed != null) {
                return placed.wasPlacedBy(request.order()) ? new Placement.Accepted(placed) : new Placement.KeyReused();
            }
            if (known.contains(request.order().orderId())) {
                return new Placement.Erased();
            }
            return switch (prices.price(request.order().lines())) {
                case Priced price -> placementAt(price, request);
                case Unpriced why -> new Placement.NotPriced(why);
            };
        }

        private Placement placementAt(Priced price, Request request) {
            Money expected = request.order().expectedTotal();
            if (expected != null && !expected.equals(price.total())) {
                return new Placement.PriceChanged(price.total());
            }
            return places.take(request.order())
                    ? new Placement.Accepted(open(request, price))
                    : new Placement.TooManyQueued(places.perCustomer());
        }

        private CustomerOrder open(Request request, Priced price) {
            CustomerOrder order = newOrders.create(request.order(), price);
            byKey.put(order.key(), order);
            opened.add(new NewOrder(order, request.trace()));
            return order;
        }
    }
}
