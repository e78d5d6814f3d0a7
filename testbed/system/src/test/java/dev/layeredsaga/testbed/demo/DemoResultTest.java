package dev.layeredsaga.testbed.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.GatewayAccount;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DemoResultTest {

    private static final JsonNode LONGEST_TIMELINE = json("""
            [{"step": "reserve", "direction": "FORWARD", "attempt": 1, "result": "DONE"},
             {"step": "pay", "direction": "FORWARD", "attempt": 1, "result": "REFUSED"},
             {"step": "reserve", "direction": "BACKWARD", "attempt": 1, "result": "DONE"}]""");

    @Test
    void fitsATerminalOfAHundredColumns() {
        List<OrderResult> orders =
                DemoShop.ORDERS.stream().map(DemoResultTest::asExpected).toList();

        assertThat(new DemoResult(orders, List.of()).inWords().lines())
                .hasSizeGreaterThan(orders.size())
                .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(100));
    }

    private static OrderResult asExpected(DemoOrder order) {
        String paid = order.expectedReason() == null
                ? "[{\"type\": \"CAPTURED\", \"amount\": %d}]".formatted(DemoShop.priceOf(order))
                : "[]";
        return new OrderResult(
                order,
                "id",
                order.expectedStatus(),
                Objects.requireNonNullElse(order.expectedReason(), ""),
                new Steps(LONGEST_TIMELINE, 3),
                Duration.ofMillis(9_999),
                new GatewayAccount(json(paid)));
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
