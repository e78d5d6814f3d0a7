package dev.layeredsaga.testbed.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.InventoryServiceApplication;
import dev.layeredsaga.orchestrator.SagaOrchestratorApplication;
import dev.layeredsaga.order.OrderServiceApplication;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A user's settings files, which each service finds in its working directory and in {@code config} below it. */
class ConfigurationFilesTest {

    @TempDir
    private Path folder;

    static Stream<Arguments> services() {
        return Stream.of(
                Arguments.of("order-service", OrderServiceApplication.class),
                Arguments.of("saga-orchestrator", SagaOrchestratorApplication.class),
                Arguments.of("inventory-service", InventoryServiceApplication.class));
    }

    /** No server is there, so that the service says where it has looked, and ends. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("services")
    void areReadAndThoseInConfigDecide(String service, Class<?> main) throws IOException, InterruptedException {
        int port = Loopback.freePort();
        Files.writeString(folder.resolve("application.yaml"), """
                spring:
                  datasource:
                    url: jdbc:postgresql://localhost:1/beside
                messaging:
                  startup:
                    wait: 0s
                """);
        Files.writeString(
                Files.createDirectory(folder.resolve("config")).resolve("application.yaml"), """
                spring:
                  datasource:
                    url: jdbc:postgresql://localhost:%d/config
                """.formatted(port));

        Process process = Programs.start(folder, main);
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(output)
                .contains(service + " cannot start: PostgreSQL is not reachable at localhost:" + port)
                .doesNotContain("localhost:1/", "waiting for");
    }
}
