package dev.layeredsaga.order.placement.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.saga.EngineEvent;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.order.placement.OrderStatus;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class OrderEndingTest {

    private static final Money TOTAL = new Money(20, "KRW");
    private static final OrderReason REASON =
            new OrderReason(ReasonCode.RESOURCE_BUSY, "seat is taken", "seat", 30, null, null);

    static final List<SagaEvent> STATIONS = List.of(
            new OrderSagaEvent.SagaStarted("order", 1, "mina", List.of(), TOTAL),
            new OrderSagaEvent.StockReserved(UUID.randomUUID(), Instant.EPOCH),
            new OrderSagaEvent.PaymentCaptured("payment", TOTAL),
            new EngineEvent.CompensationStarted(REASON.toReason()),
            new OrderSagaEvent.PaymentRefunded(null),
            new OrderSagaEvent.StockReleased(),
            new EngineEvent.SagaStuck("pay", "no answer"));

    @Test
    void isPublishedByThreeEvents() {
        assertThat(OrderEnding.of(new OrderSagaEvent.OrderConfirmed(null, null, TOTAL)))
                .contains(new OrderEnding(OrderStatus.CONFIRMED, null, TOTAL));
        assertThat(OrderEnding.of(new OrderSagaEvent.OrderRejected(REASON, null, null, null)))
                .contains(new OrderEnding(OrderStatus.REJECTED, REASON));
        assertThat(OrderEnding.of(new OrderSagaEvent.OrderCancelled(REASON, null, null, null)))
                .contains(new OrderEnding(OrderStatus.CANCELLED, REASON));
    }

    @Test
    void agreesWithAnOrderUnlessItsTotalIsKnownToBeAnother() {
        Money ofTheVersionBefore = new Money(0, "XXX");

        assertThat(new OrderEnding(OrderStatus.CONFIRMED, null, TOTAL).agreesWith(OrderStatus.CONFIRMED, TOTAL))
                .isTrue();
        assertThat(new OrderEnding(OrderStatus.CONFIRMED, null).agreesWith(OrderStatus.CONFIRMED, TOTAL))
                .isTrue();
        assertThat(new OrderEnding(OrderStatus.CONFIRMED, null, ofTheVersionBefore)
                        .agreesWith(OrderStatus.CONFIRMED, TOTAL))
                .isTrue();
        assertThat(new OrderEnding(OrderStatus.CONFIRMED, null, TOTAL)
                        .agreesWith(OrderStatus.CONFIRMED, new Money(21, "KRW")))
                .isFalse();
        assertThat(new OrderEnding(OrderStatus.REJECTED, REASON).agreesWith(OrderStatus.CONFIRMED, TOTAL))
                .isFalse();
    }

    @ParameterizedTest
    @FieldSource("STATIONS")
    void isNotPublishedByTheStationsOnTheWay(SagaEvent station) {
        assertThat(OrderEnding.of(station)).isEmpty();
    }

    @Test
    void hasAReasonUnlessItIsAConfirmation() {
        assertThatIllegalArgumentException().isThrownBy(() -> new OrderEnding(OrderStatus.REJECTED, null));
        assertThatIllegalArgumentException().isThrownBy(() -> new OrderEnding(OrderStatus.CANCELLED, null));
        assertThatIllegalArgumentException().isThrownBy(() -> new OrderEnding(OrderStatus.CONFIRMED, REASON));
        assertThatIllegalArgumentException().isThrownBy(() -> new OrderEnding(OrderStatus.PENDING, null));
    }
}
