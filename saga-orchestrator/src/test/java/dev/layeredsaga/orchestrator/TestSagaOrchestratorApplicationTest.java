package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.infrastructure.DevelopmentSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

class TestSagaOrchestratorApplicationTest {

    @Test
    void startsTheServiceWithTheSettingsOfItsServers() {
        Map<String, String> servers = OrchestratorInstance.settings();
        String gateway =
                "--orchestrator.payment-gateway.url=" + FakeGateway.shared().url();

        try (ConfigurableApplicationContext context = TestSagaOrchestratorApplication.start(
                        new DevelopmentSettings(servers, "the tests' servers"), "--server.port=0", gateway)
                .getApplicationContext()) {
            Api api = new Api(Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port")));

            assertThat(api.get("/actuator/health/readiness").status()).isEqualTo(200);
            assertThat(api.get("/sagas").status()).isEqualTo(200);
        }
    }
}
