package dev.layeredsaga.orchestrator.ordersaga;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OrderSagaSettingsTest {

    @Test
    void refuseAClaimThatCouldRunOutBeforeTheDeadline() {
        Duration deadline = Duration.ofMinutes(2);
        Duration timeout = Duration.ofSeconds(5);

        assertThatThrownBy(() -> new OrderSagaSettings(deadline, deadline, timeout, timeout))
                .hasMessage("orchestrator.order-saga.claim-ttl (PT2M) must be longer than"
                        + " orchestrator.order-saga.deadline (PT2M)");
    }
}
