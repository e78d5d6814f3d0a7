package dev.layeredsaga.testbed.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevelopmentSettingsTest {

    @TempDir
    Path folder;

    @Test
    void areThoseOfARunWhoseKafkaAnswers() throws IOException {
        try (var kafka = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var file = kept("127.0.0.1:" + kafka.getLocalPort());

            assertThat(DevelopmentSettings.shared(file)).hasValueSatisfying(found -> {
                assertThat(found.settings())
                        .containsEntry("server.port", "8080")
                        .hasSize(2);
                assertThat(found.origin()).contains("./run --infra");
            });
        }
    }

    @Test
    void areNotThoseOfARunThatWasKilled() throws IOException {
        assertThat(DevelopmentSettings.shared(kept("127.0.0.1:" + Loopback.freePort())))
                .isEmpty();
    }

    @Test
    void areNotThoseOfARunThatHasEnded() {
        assertThat(DevelopmentSettings.shared(folder.resolve("order-service.properties")))
                .isEmpty();
    }

    @Test
    void showAFileThatNamesNoKafka() throws IOException {
        var file = Files.writeString(folder.resolve("order-service.properties"), "server.port=8080\n");

        assertThatThrownBy(() -> DevelopmentSettings.shared(file))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("spring.kafka.bootstrap-servers")
                .hasMessageContaining(file.toString());
    }

    @Test
    void giveWayToTheServicesOwnArguments() {
        var settings = new DevelopmentSettings(Map.of("server.port", "8080", "server.address", "127.0.0.1"), "");

        assertThat(settings.arguments("--server.port=0", "--debug"))
                .containsExactlyInAnyOrder("--server.address=127.0.0.1", "--server.port=0", "--debug");
    }

    private Path kept(String kafka) throws IOException {
        return Files.writeString(
                folder.resolve("order-service.properties"),
                "server.port=8080\nspring.kafka.bootstrap-servers=%s\n".formatted(kafka));
    }
}
