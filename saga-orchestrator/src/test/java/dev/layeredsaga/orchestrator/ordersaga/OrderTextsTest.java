package dev.layeredsaga.orchestrator.ordersaga;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OrderTextsTest {

    @Test
    void areThoseOfTheData() {
        assertThat(OrderQueries.texts("a\"b", "seat-1", "o-1"))
                .containsExactly("\"customerId\":\"a\\\"b\"", "\"sku\":\"seat-1\"", "\"orderId\":\"o-1\"");
        assertThat(OrderQueries.texts("", "", "")).isEmpty();
    }
}
