package dev.layeredsaga.order.placement;

import dev.layeredsaga.messaging.StockLine;
import dev.layeredsaga.order.placement.Pricing.Priced;
import dev.layeredsaga.order.product.Products;
import java.util.Optional;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Places orders, one per caller and idempotency key: the order and the news of it are stored together or not at all. Of concurrent
 * requests with one key the database lets one through, on whichever instance; the others find its order. Thread-safe.
 */
@Service
public final class OrderPlacing {

    private final CustomerOrders orders;
    private final Products products;
    private final OrderOpening opening;
    private final TransactionOperations transaction;

    OrderPlacing(CustomerOrders orders, Products products, OrderOpening opening, TransactionOperations transaction) {
        this.orders = orders;
        this.products = products;
        this.opening = opening;
        this.transaction = transaction;
    }

    public Placement place(PlaceOrder request) {
        try {
            return transaction.execute(status -> findEarlier(request).orElseGet(() -> priceAndStore(request)));
        } catch (DataIntegrityViolationException e) {
            // a concurrent request with the same key was faster
            return findEarlier(request).orElseThrow(() -> e);
        }
    }

    private Optional<Placement> findEarlier(PlaceOrder request) {
        return orders.findByKeyOwnerAndIdempotencyKey(
                        request.key().caller(), request.key().value())
                .map(order -> order.wasPlacedBy(request) ? new Placement.Accepted(order) : new Placement.KeyReused());
    }

    private Placement priceAndStore(PlaceOrder request) {
        PriceList prices = new PriceList(
                products.unitPrices(request.lines().stream().map(StockLine::sku).toList()));
        return switch (prices.price(request.lines())) {
            case Priced price -> new Placement.Accepted(opening.open(request, price));
            case Unpriced refusal -> refusal;
        };
    }
}
