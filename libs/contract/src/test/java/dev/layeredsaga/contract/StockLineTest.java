package dev.layeredsaga.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StockLineTest {

    @Test
    void refusesABlankSku() {
        assertThatThrownBy(() -> new StockLine(" ", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sku must not be blank");
    }

    @Test
    void refusesAQuantityBelowOne() {
        assertThatThrownBy(() -> new StockLine("seat-1", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("quantity must be at least 1: 0");
    }
}
