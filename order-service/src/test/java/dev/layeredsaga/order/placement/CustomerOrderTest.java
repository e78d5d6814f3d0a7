package dev.layeredsaga.order.placement;

import static dev.layeredsaga.contract.order.ReasonCode.CANCELLED_BY_CUSTOMER;
import static dev.layeredsaga.contract.order.ReasonCode.OUT_OF_STOCK;
import static dev.layeredsaga.order.placement.OrderStatus.CANCELLED;
import static dev.layeredsaga.order.placement.OrderStatus.CONFIRMED;
import static dev.layeredsaga.order.placement.OrderStatus.PENDING;
import static dev.layeredsaga.order.placement.OrderStatus.REJECTED;
import static dev.layeredsaga.order.placement.Orders.PLACED_AT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.HeldClaim;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.OrderTiming;
import dev.layeredsaga.order.placement.CustomerOrder.CancellationRequest;
import dev.layeredsaga.order.placement.end.OrderEnding;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CustomerOrderTest {

    private static final OrderEnding CONFIRMATION = new OrderEnding(CONFIRMED, null);
    private static final OrderEnding REJECTION =
            new OrderEnding(REJECTED, OrderReason.of(OUT_OF_STOCK, "seat is out of stock"));
    private static final OrderEnding COMPENSATING =
            new OrderEnding(CANCELLED, OrderReason.of(CANCELLED_BY_CUSTOMER, "as the customer wished"));

    @Test
    void isPendingWhenPlaced() {
        CustomerOrder order = Orders.pending();

        assertThat(order.status()).isEqualTo(PENDING);
        assertThat(order.reason()).isNull();
        assertThat(order.total()).isEqualTo(new Money(20, "KRW"));
        assertThat(order.placedAt()).isEqualTo(PLACED_AT);
        assertThat(order.updatedAt()).isEqualTo(PLACED_AT);
    }

    @Test
    void asksItsSagaOnceToCancel() {
        CustomerOrder order = Orders.pending();

        assertThat(order.requestCancellation()).isEqualTo(CancellationRequest.FIRST);
        assertThat(order.requestCancellation()).isEqualTo(CancellationRequest.REPEATED);
        assertThat(order.status()).isEqualTo(PENDING);
    }

    @Test
    void takesACancellationAgainOnceCancelled() {
        CustomerOrder order = Orders.ended(COMPENSATING);

        assertThat(order.requestCancellation()).isEqualTo(CancellationRequest.REPEATED);
    }

    @Test
    void refusesToCancelOnceConfirmedOrRejected() {
        assertThat(Orders.ended(CONFIRMATION).requestCancellation()).isEqualTo(CancellationRequest.TOO_LATE);
        assertThat(Orders.ended(REJECTION).requestCancellation()).isEqualTo(CancellationRequest.TOO_LATE);
    }

    @Test
    void publishesWhatWasOrdered() {
        HeldClaim claim = new HeldClaim(UUID.randomUUID(), UUID.randomUUID());

        PlaceOrder request = Orders.request();
        PlaceOrder held = new PlaceOrder(
                request.key(),
                "mina",
                request.lines(),
                request.paymentMethod(),
                request.onBusy(),
                new OrderTiming(60, 5),
                null,
                claim);

        CustomerOrder order = Orders.pending(held);
        assertThat(order.placed())
                .isEqualTo(new OrderPlaced(
                        held.orderId(),
                        "mina",
                        List.of(new StockLine("seat", 2)),
                        new Money(20, "KRW"),
                        "pm_ok",
                        OnBusy.REJECT,
                        claim,
                        new OrderTiming(60, 5),
                        new OrderPlaced.Origin(order.placedAt(), "mina", "key", List.of(10L)),
                        null));
    }

    @Test
    void knowsTheRequestThatPlacedIt() {
        CustomerOrder order = Orders.pending();

        assertThat(order.wasPlacedBy(Orders.request())).isTrue();
        assertThat(order.wasPlacedBy(Orders.request(new StockLine("seat", 3)))).isFalse();
    }
}
