package dev.layeredsaga.orchestrator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Money;
import org.junit.jupiter.api.Test;

class OrderWordingTest {

    @Test
    void writesMoneyInItsMajorUnit() {
        assertThat(OrderWording.money(1990, "EUR")).isEqualTo("19.90 EUR");
        assertThat(OrderWording.money(new Money(1990, "EUR"))).isEqualTo("19.90 EUR");
        assertThat(OrderWording.money(1990, "???")).isEqualTo("1990 ???");
    }

    @Test
    void doesNotTakeAPaymentThatIsNotKnownForNothing() {
        assertThat(OrderWording.money(new Money(0, "XXX"))).isEqualTo("an unknown amount");
    }
}
