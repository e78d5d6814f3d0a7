package dev.layeredsaga.testbed.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
            ChosenPorts ports = freeBut("INVENTORY_SERVICE_PORT", taken);

            assertThatThrownBy(ports::requireFree)
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining(Integer.toString(taken.getLocalPort()))
                    .hasMessageContaining("inventory-service")
                    .hasMessageContaining("INVENTORY_SERVICE_PORT");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void namesTheProcessThatHasThePort() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ChosenPorts ports = freeBut("KAFKA_PORT", taken);

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

    /** Free ports for all parts but one: the usual ones may be in use, or probed by another test at this moment. */
    private static ChosenPorts freeBut(String variable, ServerSocket taken) {
        Map<String, String> environment = Stream.of(
                        "ORDER_SERVICE_PORT",
                        "SAGA_ORCHESTRATOR_PORT",
                        "INVENTORY_SERVICE_PORT",
                        "PAYMENT_STUB_PORT",
                        "POSTGRES_PORT",
                        "REDIS_PORT",
                        "KAFKA_PORT")
                .collect(Collectors.toMap(Function.identity(), each -> Integer.toString(Loopback.freePort())));
        environment.put(variable, Integer.toString(taken.getLocalPort()));
        return new ChosenPorts(environment);
    }
}
