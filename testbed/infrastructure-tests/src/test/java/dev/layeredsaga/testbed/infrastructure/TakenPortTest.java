package dev.layeredsaga.testbed.infrastructure;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.testbed.infrastructure.server.PortTakenException;
import dev.layeredsaga.testbed.infrastructure.server.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("outage")
class TakenPortTest {

    static Stream<Arguments> oneTaken() {
        return Stream.of(
                taken("PostgreSQL", port -> new Ports(port, 0, 0)),
                taken("Redis", port -> new Ports(0, port, 0)),
                taken("Kafka", port -> new Ports(0, 0, port)));
    }

    private static Arguments taken(String server, IntFunction<Ports> ports) {
        return Arguments.of(server, ports);
    }

    @ParameterizedTest
    @MethodSource("oneTaken")
    void isReportedInOneLine(String server, IntFunction<Ports> ports) throws IOException {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var settings = EmbeddedSettings.forTests().withPorts(ports.apply(other.getLocalPort()));
            assertThatThrownBy(() -> EmbeddedInfrastructure.start(settings))
                    .isInstanceOf(PortTakenException.class)
                    .hasMessage("Port %d for %s is already in use".formatted(other.getLocalPort(), server));
        }
    }

    @Test
    void isSeenWhenTheOtherListensOnAllAddresses() throws IOException {
        try (var other = new ServerSocket(0)) {
            var settings = EmbeddedSettings.forTests().withPorts(new Ports(other.getLocalPort(), 0, 0));
            assertThatThrownBy(() -> EmbeddedInfrastructure.start(settings)).isInstanceOf(PortTakenException.class);
        }
    }

    @Test
    void cannotBeGivenToTwoServers() {
        assertThatThrownBy(() -> new Ports(5432, 5432, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
