package dev.layeredsaga.order;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Clients that ask once and then keep their connections, more of them than the service may have. */
class IdleConnectionsTest {

    private static final int MOST = 16;

    @Test
    void keepNoClientOut() throws IOException {
        List<Socket> clients = new ArrayList<>();
        try (OrderServiceInstance service = OrderServiceInstance.start(
                "--server.tomcat.max-connections=" + MOST, "--server.tomcat.keep-alive-timeout=1h")) {
            List<String> answers = new ArrayList<>();
            for (int i = 0; i < 2 * MOST; i++) {
                Socket client = new Socket("localhost", service.port());
                clients.add(client);
                answers.add(answerTo(client));
            }

            assertThat(answers).allMatch(answer -> answer.startsWith("HTTP/1.1 200"));
            assertThat(answers.getFirst()).doesNotContain("Connection: close");
            // whether one is counted at once depends on when Tomcat waits for the next
            assertThat(answers)
                    .filteredOn(answer -> !answer.contains("Connection: close"))
                    .hasSizeLessThan(MOST);
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    /** Asks, and returns the head of the answer. */
    private static String answerTo(Socket client) throws IOException {
        client.getOutputStream()
                .write("GET /actuator/health/liveness HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
        return new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII))
                .lines()
                .takeWhile(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }
}
