package dev.layeredsaga.orchestrator;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A service that accepts one request with a token at a time, and clients without one, whose bodies do not arrive. */
class OpenAddressesTest {

    private static final OrchestratorInstance INSTANCE = OrchestratorInstance.start(
            "--http.max-concurrent-requests=1",
            "--http.body-timeout=5m",
            "--orchestrator.payment-gateway.webhook-secrets=" + Webhooks.SECRET);

    private final Api operator = INSTANCE.api();
    private final List<Socket> clients = new ArrayList<>();

    @AfterEach
    void disconnect() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
    }

    @AfterAll
    static void stop() {
        INSTANCE.close();
    }

    @Test
    void takeNoPlaceOfCallersWithATokenOrOfOtherAddresses() {
        Webhooks gateway = new Webhooks(operator.port());
        String webhook = Webhooks.captured(UUID.randomUUID());

        await().until(() -> {
            post("webhook-id: 1\nwebhook-timestamp: 1\nwebhook-signature: v1,bm8=\n");
            return gateway.send(webhook).statusCode() == 503;
        });

        assertThat(operator.get("/sagas").status()).isEqualTo(200);
        assertThat(operator.as("").get("/openapi").status()).isEqualTo(200);
        assertThat(clients).as("dribbling beside the gateway").hasSizeGreaterThan(20);
    }

    @Test
    void readNoWebhookWithoutASignature() throws IOException {
        Socket client = post("webhook-id: 1\nwebhook-timestamp: 1\n");

        assertThat(new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII)).readLine())
                .startsWith("HTTP/1.1 401 ");
    }

    /** Sends the head of a webhook with the largest body that is allowed, to its address in another spelling. */
    private Socket post(String signature) throws IOException {
        Socket client = new Socket("localhost", operator.port());
        clients.add(client);
        String head = """
                POST /%%70ayments/webhooks HTTP/1.1
                Host: localhost
                Content-Type: application/json
                Content-Length: 65536
                %s
                """.formatted(signature);
        client.getOutputStream().write(head.replace("\n", "\r\n").getBytes(US_ASCII));
        return client;
    }
}
