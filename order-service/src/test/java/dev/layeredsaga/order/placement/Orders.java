package dev.layeredsaga.order.placement;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.order.placement.end.OrderEnding;
import dev.layeredsaga.order.placement.price.PriceList;
import dev.layeredsaga.order.placement.price.Pricing;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.test.util.ReflectionTestUtils;

/** Orders for tests of the domain. */
final class Orders {

    static final Instant PLACED_AT = Instant.parse("2026-11-21T09:00:00Z");
    static final Instant LATER = PLACED_AT.plusSeconds(5);

    private Orders() {}

    static PlaceOrder request(StockLine... lines) {
        return new PlaceOrder(
                new IdempotencyKey("mina", "key"), "mina", List.of(lines), "pm_ok", OnBusy.REJECT, null, null, null);
    }

    /** Returns a request for two seats at 10 won each. */
    static PlaceOrder request() {
        return request(new StockLine("seat", 2));
    }

    static Pricing.Priced price(PlaceOrder request) {
        PriceList prices = new PriceList(Map.of("seat", new Money(10, "KRW"), "cup", new Money(3, "KRW")));
        return (Pricing.Priced) prices.price(request.lines());
    }

    static CustomerOrder pending() {
        return pending(request());
    }

    static CustomerOrder pending(PlaceOrder request) {
        return new CustomerOrder(request, price(request), PLACED_AT, LATER);
    }

    /** Returns an order as it is read from the database after its end. */
    static CustomerOrder ended(OrderEnding ending) {
        CustomerOrder order = pending();
        ReflectionTestUtils.setField(order, "status", ending.status());
        ReflectionTestUtils.setField(order, "reason", ending.reason());
        ReflectionTestUtils.setField(order, "updatedAt", LATER);
        return order;
    }
}
