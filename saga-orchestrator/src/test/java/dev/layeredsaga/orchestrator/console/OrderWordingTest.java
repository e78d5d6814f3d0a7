package dev.layeredsaga.orchestrator.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OrderWordingTest {

    @Test
    void writesMoneyInItsMajorUnit() {
        assertThat(OrderWording.money(1990, "EUR")).isEqualTo("19.90 EUR");
        assertThat(OrderWording.money(1990, "KRW")).isEqualTo("1990 KRW");
        assertThat(OrderWording.money(5, "KWD")).isEqualTo("0.005 KWD");
        assertThat(OrderWording.money(1990, "???")).isEqualTo("1990 ???");
    }
}
