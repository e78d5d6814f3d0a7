package dev.layeredsaga.order;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.NestedExceptionUtils;

/** The separate port for health requests. */
class HealthPortTest {

    private static final int CONNECTIONS = 20;
    private static final int UNANSWERED_MILLIS = 3_000;

    private final int port = freePort();

    /** A third of the connections sends nothing, a third an incomplete head, a third an incomplete body with a valid token. */
    @Test
    void answersWhileAllOtherConnectionsAreOccupied() throws IOException {
        try (OrderServiceInstance service = start();
                Occupation occupied = new Occupation()) {
            for (int i = 0; i < 3 * CONNECTIONS; i++) {
                occupied.add(service.port())
                        .getOutputStream()
                        .write(List.of("", "POST /orders HTTP/1.1\r\nHost: lo", slowOrder())
                                .get(i % 3)
                                .getBytes(US_ASCII));
            }
            Socket unanswered = occupied.add(service.port());
            unanswered.setSoTimeout(UNANSWERED_MILLIS);
            assertThatThrownBy(() -> answer(unanswered, "/actuator/health/liveness", ""))
                    .isInstanceOf(SocketTimeoutException.class);

            assertThat(get(port, "/actuator/health/liveness", ""))
                    .startsWith("HTTP/1.1 200")
                    .contains("\"UP\"");
            assertThat(get(port, "/actuator/health/readiness", ""))
                    .startsWith("HTTP/1.1 200")
                    .contains("\"UP\"");
        }
    }

    @Test
    void opensNothingElseAndShowsDetailsToOperatorsOnly() throws IOException {
        String token = "Authorization: Bearer " + LocalIssuer.get().operator("kim") + "\r\n";
        try (OrderServiceInstance service = start()) {
            for (String path : List.of(
                    "/orders",
                    "/",
                    "/actuator",
                    "/actuator/prometheus",
                    "/actuator/healthy",
                    "/docs",
                    "//actuator/health/liveness")) {
                assertThat(get(port, path, token))
                        .as(path)
                        .startsWith("HTTP/1.1 404")
                        .contains("NOT_FOUND");
            }
            assertThat(get(port, "/actuator/health/../prometheus", token)).startsWith("HTTP/1.1 4");
            assertThat(get(port, "/actuator/health", ""))
                    .startsWith("HTTP/1.1 200")
                    .doesNotContain("components");
            assertThat(get(port, "/actuator/health", token)).contains("components");
            assertThat(service.api().get("/orders").status()).isEqualTo(200);
            assertThat(service.api().as("").get("/actuator/health/liveness").status())
                    .isEqualTo(200);
        }
    }

    /** Idle clients occupy the health port itself. */
    @Test
    void isFreeAgainAfterSecondsWhenItIsOccupiedItself() throws IOException {
        try (OrderServiceInstance service = start();
                Occupation occupied = new Occupation()) {
            for (int i = 0; i < 100; i++) {
                occupied.add(port);
            }
            try (Socket socket = connect(port)) {
                socket.setSoTimeout(30_000);
                assertThat(answer(socket, "/actuator/health/liveness", "")).startsWith("HTTP/1.1 200");
            }
            assertThat(service.api().get("/orders").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "65536"})
    void hasToBeAPort(String none) {
        assertThatThrownBy(() ->
                        OrderServiceInstance.start("--http.health-port=" + none).close())
                .extracting(NestedExceptionUtils::getMostSpecificCause)
                .extracting(Throwable::getMessage)
                .isEqualTo("http.health-port must be from 1 to 65535, but is " + none);
    }

    /** Open connections, closed before the service, whose graceful end would wait for the requests on them. */
    private record Occupation(List<Socket> sockets) implements Closeable {

        Occupation() {
            this(new ArrayList<>());
        }

        Socket add(int port) throws IOException {
            Socket socket = connect(port);
            sockets.add(socket);
            return socket;
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private OrderServiceInstance start() {
        return OrderServiceInstance.start(
                "--http.health-port=" + port,
                "--server.tomcat.max-connections=" + CONNECTIONS,
                "--server.tomcat.connection-timeout=60s",
                "--http.body-timeout=60s");
    }

    private static String slowOrder() {
        return """
                POST /orders HTTP/1.1
                Host: localhost
                Authorization: Bearer %s
                Content-Type: application/json
                Idempotency-Key: slow
                Content-Length: 60000

                {""".formatted(LocalIssuer.get().customer("mallory")).replace("\n", "\r\n");
    }

    private static String get(int port, String path, String header) throws IOException {
        try (Socket socket = connect(port)) {
            return answer(socket, path, header);
        }
    }

    private static String answer(Socket socket, String path, String header) throws IOException {
        socket.getOutputStream()
                .write("GET %s HTTP/1.1\r\nHost: localhost\r\n%sConnection: close\r\n\r\n"
                        .formatted(path, header)
                        .getBytes(US_ASCII));
        return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
