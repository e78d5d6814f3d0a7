package dev.layeredsaga.orchestrator.ordersaga;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OrderSagaSettingsTest {

    @Test
    void refuseAClaimThatCouldRunOutBeforeTheDeadline() {
        Duration deadline = Duration.ofMinutes(2);
        Duration timeout = Duration.ofSeconds(5);

        assertThatThrownBy(() -> new OrderSagaSettings(deadline, deadline, null, timeout, timeout))
                .hasMessage("orchestrator.order-saga.claim-ttl (PT2M) must be longer than"
                        + " orchestrator.order-saga.deadline (PT2M)");
    }

    @Test
    void leaveTimeToPayAfterAWaitInLine() {
        Duration deadline = Duration.ofMinutes(2);
        Duration timeout = Duration.ofSeconds(5);

        assertThat(new OrderSagaSettings(deadline, Duration.ofMinutes(5), null, timeout, timeout).queueTimeout())
                .isEqualTo(Duration.ofSeconds(90));
        assertThatThrownBy(() -> new OrderSagaSettings(deadline, Duration.ofMinutes(5), deadline, timeout, timeout))
                .hasMessage("orchestrator.order-saga.queue-timeout (PT2M) must be positive and shorter than"
                        + " orchestrator.order-saga.deadline (PT2M)");
    }
}
