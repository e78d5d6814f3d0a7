package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** To whom the operators' API is open. Which tokens are accepted at all is in the order-service's test of this name. */
class AccessTest {

    private final Api operator = OrchestratorInstance.shared().api();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/dead-letters",
                "/sagas",
                "/sagas/0198a000-0000-4000-8000-000000000000",
                "/events/replays/saga.events.replay.none",
                "/actuator/metrics"
            })
    void isForOperatorsOnly(String path) {
        Api mina = operator.as(LocalIssuer.get().customer("mina"));

        assertThat(operator.as("").get(path).code()).isEqualTo("UNAUTHENTICATED");
        assertThat(mina.get(path).code()).isEqualTo("FORBIDDEN");
        assertThat(operator.get(path).status()).isIn(200, 404);
    }

    @Test
    void letsNoCustomerAct() {
        Api mina = operator.as(LocalIssuer.get().customer("mina"));
        String path = "/sagas/" + UUID.randomUUID();

        for (String action : new String[] {"/retry", "/skip", "/compensate", "/resolve"}) {
            assertThat(mina.post(path + action, "{}").code()).as(action).isEqualTo("FORBIDDEN");
        }
        assertThat(mina.post("/sagas/actions", "{}").code()).isEqualTo("FORBIDDEN");
        assertThat(mina.put("/events/replays/saga.events.replay.mina", "{}").code())
                .isEqualTo("FORBIDDEN");
    }
}
