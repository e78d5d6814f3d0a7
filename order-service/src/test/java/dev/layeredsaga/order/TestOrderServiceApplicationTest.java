package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.infrastructure.DevelopmentSettings;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

class TestOrderServiceApplicationTest {

    @Test
    void startsTheServiceWithTheSettingsOfItsServers() {
        DevelopmentSettings settings = new DevelopmentSettings(OrderServiceInstance.settings(), "the tests' servers");

        try (ConfigurableApplicationContext context =
                TestOrderServiceApplication.start(settings, "--server.port=0").getApplicationContext()) {
            Api api = new Api(Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port")));

            assertThat(api.get("/actuator/health/readiness").status()).isEqualTo(200);
            assertThat(api.get("/orders/" + UUID.randomUUID()).status()).isEqualTo(404);
        }
    }
}
