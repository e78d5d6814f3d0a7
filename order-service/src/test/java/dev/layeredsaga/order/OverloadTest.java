package dev.layeredsaga.order;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.order.Api.Answer;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A service that accepts one request at a time, occupied by a slow one. */
class OverloadTest {

    /** Bodies may take longer than any test does, as a whole and between two of their bytes. */
    private static String[] patient(String setting) {
        return new String[] {setting, "--http.body-timeout=10m", "--server.tomcat.connection-timeout=10m"};
    }

    @Test
    void refusesWhatItHasNoRoomForAndSaysHowItIs() throws IOException {
        try (OrderServiceInstance service = OrderServiceInstance.start(patient("--http.max-concurrent-requests=1"));
                Socket slow = new Socket("localhost", service.port())) {
            slow.getOutputStream().write(headOfARequest());
            await().until(() -> service.api().get("/orders").status() == 503);
            Answer refusal = service.api().get("/orders");

            assertThat(refusal.code()).isEqualTo("OVERLOADED");
            assertThat(refusal.contentType()).isEqualTo("application/problem+json");
            assertThat(refusal.header("Retry-After")).isEqualTo("1");
            assertThat(service.api().get("/actuator/health/readiness").status()).isEqualTo(200);
            assertThat(service.api().as("").get("/orders").status()).isEqualTo(401);

            slow.shutdownOutput();
            await().until(() -> service.api().get("/orders").status() == 200);
        }
    }

    /** Three slow bodies of one customer are at that customer's limit; the service itself has free capacity. */
    @Test
    void keepsPlacesFromOneCustomerWhoseBodiesDribble() throws IOException {
        try (OrderServiceInstance service =
                        OrderServiceInstance.start(patient("--http.rate-limit.customer-concurrent=3"));
                Socket first = new Socket("localhost", service.port());
                Socket second = new Socket("localhost", service.port());
                Socket third = new Socket("localhost", service.port())) {
            for (Socket slow : List.of(first, second, third)) {
                slow.getOutputStream().write(headOfARequest());
            }
            Api theirs = service.api().as(LocalIssuer.get().customer("slow"));
            await().until(() -> theirs.get("/orders").status() == 429);

            assertThat(theirs.get("/orders").header("Retry-After")).isEqualTo("1");
            assertThat(service.api()
                            .as(LocalIssuer.get().customer("mina"))
                            .get("/orders")
                            .status())
                    .isEqualTo(200);

            third.shutdownOutput();
            await().until(() -> theirs.get("/orders").status() == 200);
        }
    }

    /** Returns a request's head, without its body. */
    private static byte[] headOfARequest() {
        return """
                POST /orders HTTP/1.1
                Host: localhost
                Authorization: Bearer %s
                Content-Type: application/json
                Content-Length: 100

                """.formatted(LocalIssuer.get().customer("slow"))
                .replace("\n", "\r\n")
                .getBytes(US_ASCII);
    }
}
