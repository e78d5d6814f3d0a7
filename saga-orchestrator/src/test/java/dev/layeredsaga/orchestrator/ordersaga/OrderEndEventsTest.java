package dev.layeredsaga.orchestrator.ordersaga;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.ReasonCode;
import dev.layeredsaga.contract.saga.SagaEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The last event of an order that its definition cannot drive and an operator ends. */
class OrderEndEventsTest {

    private final OrderEndEvents events = new OrderEndEvents();

    @Test
    void confirmsTheTotalInTheDataWhateverElseIsThere() {
        assertThat(events.completed("{\"total\": {\"amount\": 1990, \"currency\": \"KRW\"}, \"ofALaterRelease\": [1]}"))
                .isEqualTo(new SagaEvent.OrderConfirmed(new Money(1990, "KRW")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "null", "{}", "{\"total\": 1990}"})
    void confirmsNoCurrencyIfTheTotalCannotBeRead(String data) {
        assertThat(events.completed(data)).isEqualTo(new SagaEvent.OrderConfirmed(new Money(0, "XXX")));
    }

    @ParameterizedTest
    @EnumSource(ReasonCode.class)
    void isCancelledByTheCustomerAndRejectedForAnyOtherReason(ReasonCode code) {
        Reason reason = Reason.of(code, "why");

        assertThat(events.undone(reason))
                .isEqualTo(
                        code == ReasonCode.CANCELLED_BY_CUSTOMER
                                ? new SagaEvent.OrderCancelled(reason)
                                : new SagaEvent.OrderRejected(reason));
    }
}
