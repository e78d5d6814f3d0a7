package dev.layeredsaga.testbed.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.GatewayAccount;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The demonstration must be able to fail. */
class OrderResultTest {

    private static final DemoOrder ONE_MUG = DemoOrder.confirmed("one mug", Map.of("mug", 1), "pm_ok");
    private static final String CAPTURED = """
            {"type": "CAPTURED", "amount": 12000}""";
    private static final String REFUNDED = """
            {"type": "REFUNDED", "amount": 12000}""";

    @Test
    void isContentWithAnOrderThatWasPaidOnce() {
        assertThat(result("CONFIRMED", CAPTURED).isAsExpected()).isTrue();
    }

    @Test
    void noticesADoubleCharge() {
        assertThat(result("CONFIRMED", CAPTURED + "," + CAPTURED).isAsExpected())
                .isFalse();
        assertThat(result("CONFIRMED", CAPTURED + "," + CAPTURED + "," + REFUNDED)
                        .isAsExpected())
                .isFalse();
    }

    @Test
    void noticesAnOrderThatWasConfirmedButNeverPaid() {
        assertThat(result("CONFIRMED", "").isAsExpected()).isFalse();
    }

    @Test
    void noticesAnOrderThatEndedOtherwise() {
        assertThat(result("REJECTED", "").isAsExpected()).isFalse();
    }

    private static OrderResult result(String status, String entries) {
        return new OrderResult(
                ONE_MUG,
                "order",
                status,
                "",
                new Steps(JsonMapper.shared().createArrayNode(), 0),
                Duration.ZERO,
                new GatewayAccount(JsonMapper.shared().readTree("[" + entries + "]")));
    }
}
