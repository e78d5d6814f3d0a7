package dev.layeredsaga.orchestrator.ordersaga;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.order.OrderPlaced.Origin;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderCancelled;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderConfirmed;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderLine;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderRejected;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.saga.Reason;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The last events of orders, also of those that their definition cannot drive and an operator ends. */
class OrderEndEventsTest {

    private static final Money PRICE = Orders.PRICE;
    private static final List<OrderLine> LINES = List.of(new OrderLine("seat-1", 1, null));
    private static final Reason REASON = ReasonCode.OUT_OF_STOCK.because("none left");

    private static final OrderReason OF_ORDER = OrderReason.of(ReasonCode.OUT_OF_STOCK, "none left");

    @Test
    void sayWhatIsInTheDataWhateverElseIsThere() {
        String data = """
                {"customerId": "c-1", "lines": [{"sku": "seat-1", "quantity": 1, "row": 7}],
                 "total": {"amount": 1990, "currency": "KRW"}, "ofALaterRelease": [1]}""";

        assertThat(OrderEndEvents.ofStored(data, null)).isEqualTo(new OrderConfirmed("c-1", LINES, PRICE));
        assertThat(OrderEndEvents.ofStored(data, REASON)).isEqualTo(new OrderRejected(OF_ORDER, "c-1", LINES, PRICE));
    }

    /** A false line or amount would be worse than none, and what does not fit the contract would end no order. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "{}",
                "{\"total\": 1990}",
                "{\"lines\": [null]}",
                "{\"customerId\": \"c-1\", \"lines\": [{\"quantity\": 1}]}",
                "{\"customerId\": \"c-1\", \"total\": {\"amount\": 1}}"
            })
    void sayNothingOfAnOrderThatCannotBeRead(String data) {
        assertThat(OrderEndEvents.ofStored(data, null)).isEqualTo(new OrderConfirmed(null, null, null));
        assertThat(OrderEndEvents.ofStored(data, REASON)).isEqualTo(new OrderRejected(OF_ORDER, null, null, null));
    }

    @ParameterizedTest
    @EnumSource(ReasonCode.class)
    void isCancelledByTheCustomerAndRejectedForAnyOtherReason(ReasonCode code) {
        assertThat(OrderEndEvents.ofStored("{}", code.because("why")))
                .isInstanceOf(code == ReasonCode.CANCELLED_BY_CUSTOMER ? OrderCancelled.class : OrderRejected.class);
    }

    /** By the order's event, as the inventory's commands know no prices. */
    @Test
    void knowThePriceOfEachLineIfTheOrderHasThem() {
        Origin origin = new Origin(Instant.EPOCH, "caller", "key", List.of(1990L));
        OrderPlaced placed = new OrderPlaced(
                UUID.randomUUID(),
                "c-1",
                List.of(Orders.SEAT),
                PRICE,
                "pm_ok",
                OnBusy.REJECT,
                null,
                null,
                origin,
                null);

        assertThat(OrderSagaData.of(placed).confirmed())
                .isEqualTo(new OrderConfirmed("c-1", List.of(Orders.LINE), PRICE));
    }
}
