package dev.layeredsaga.testbed.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ChosenPortsTest {

    @Test
    void takesTheUsualPortsUnlessTheEnvironmentNamesOthers() {
        ChosenPorts ports = new ChosenPorts(Map.of("ORDER_SERVICE_PORT", "18080"));

        assertThat(ports.services().orders()).isEqualTo(18080);
        assertThat(ports.services().inventory()).isEqualTo(8082);
        assertThat(ports.infrastructure().kafka()).isEqualTo(9092);
    }

    @Test
    void namesATakenPortAndTheVariableThatMovesIt() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            ChosenPorts ports = new ChosenPorts(Map.of("INVENTORY_SERVICE_PORT", port));

            assertThatThrownBy(ports::requireFree)
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining(port)
                    .hasMessageContaining("inventory-service")
                    .hasMessageContaining("INVENTORY_SERVICE_PORT");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void namesTheProcessThatHasThePort() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ChosenPorts ports = new ChosenPorts(Map.of("KAFKA_PORT", Integer.toString(taken.getLocalPort())));

            assertThatThrownBy(ports::requireFree)
                    .hasMessageContaining(
                            "by process " + ProcessHandle.current().pid() + " (");
        }
    }

    @Test
    void refusesAPortThatIsNoNumber() {
        ChosenPorts ports = new ChosenPorts(Map.of("KAFKA_PORT", "nine"));

        assertThatThrownBy(ports::infrastructure).hasMessageContaining("KAFKA_PORT is not a port: nine");
    }
}
