package dev.layeredsaga.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.testbed.infrastructure.DevelopmentSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

class TestInventoryServiceApplicationTest {

    @Test
    void startsTheServiceWithTheSettingsOfItsServers() throws Exception {
        DevelopmentSettings settings = new DevelopmentSettings(RunningInventory.quietSettings(), "the tests' servers");

        try (ConfigurableApplicationContext context =
                        TestInventoryServiceApplication.start(settings).getApplicationContext();
                HttpClient client = HttpClient.newHttpClient()) {
            String port = context.getEnvironment().getRequiredProperty("local.server.port");
            URI readiness = URI.create("http://localhost:" + port + "/actuator/health/readiness");

            assertThat(client.send(HttpRequest.newBuilder(readiness).build(), BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
        }
    }
}
