package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ApplicationTest {

    @Test
    void startsAndIsReady() {
        Api.Answer answer = OrchestratorInstance.shared().api().get("/actuator/health/readiness");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().path("status").asString()).isEqualTo("UP");
    }
}
