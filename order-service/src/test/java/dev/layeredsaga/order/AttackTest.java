package dev.layeredsaga.order;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.order.Api.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.json.JsonMapper;

/** Attacks on the order API. None of them has an effect, and none makes the service fail. */
@ExtendWith(OutputCaptureExtension.class)
class AttackTest {

    private static final String FORGED_LINE = "2026-11-21 ERROR all orders lost";

    /** The instance that waits for bodies for two seconds only. */
    private static final OrderServiceInstance IMPATIENT =
            OrderServiceInstance.start("--http.body-timeout=2s", "--server.tomcat.connection-timeout=2s");

    private final OrderServiceInstance service = OrderServiceInstance.shared();
    private final Api api = service.api();
    private final String sku = Samples.product(api, 1990, "KRW");
    private final String good = Samples.order("mina", sku, 1);

    @AfterAll
    static void stop() {
        IMPATIENT.close();
    }

    /** Escapes that are not valid UTF-8, incomplete ones, and more parameters than Tomcat accepts. */
    @ParameterizedTest
    @ValueSource(strings = {"a=%c3%28", "customerId=%ff", "%fe=1", "many"})
    void refusesAQueryThatCannotBeRead(String query) {
        Answer answer = api.get("/orders?" + query.replace("many", "a=1&".repeat(1_500)));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("MALFORMED_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'; DROP TABLE customer_order; --",
                "x' OR '1'='1",
                "mina\r\nSet-Cookie: admin=1",
                "mina\n" + FORGED_LINE,
                "${jndi:ldap://127.0.0.1:1/a}",
                "#{T(java.lang.Runtime).getRuntime().exec('id')}",
                "../../../../etc/passwd",
                "<script>alert(1)</script>",
                "\u202egnp.exe",
                "a\u0000b",
                "%00",
                "{\"$ne\": null}"
            })
    void obeysNothingThatIsWrittenIntoAText(String evil, CapturedOutput log) {
        long orders = service.count("customer_order");
        String json = JsonMapper.shared().writeValueAsString(evil);
        String encoded = URLEncoder.encode(evil, UTF_8).replace("+", "%20");
        List<Answer> answers = new ArrayList<>();

        for (String text : List.of("\"" + sku + "\"", "\"pm_ok\"")) {
            answers.add(api.order(good.replace(text, json), Samples.unique("key")));
        }
        answers.add(api.order(good.replace("\"pm_ok\"", "\"pm_ok\", \"onBusy\": " + json), Samples.unique("key")));
        answers.add(api.order(good.replace("\"customerId\"", json), Samples.unique("key")));
        answers.add(api.put("/products/" + encoded, Samples.product(1, "KRW")));
        answers.add(api.put(
                "/products/" + Samples.unique("p"), Samples.product(1, "KRW").replace("\"KRW\"", json)));
        answers.add(api.get("/orders/" + encoded));
        answers.add(api.get("/orders/" + encoded + "/events"));
        answers.add(api.post("/orders/" + encoded + "/cancellation"));
        for (String parameter : List.of("status", "after", "limit")) {
            answers.add(api.get("/orders?" + parameter + "=" + encoded));
        }

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isBetween(400, 499);
            assertThat(answer.contentType()).isEqualTo("application/problem+json");
            assertThat(answer.header("Set-Cookie")).isEmpty();
            assertThat(answer.body().toString())
                    .doesNotContain("Exception", "org.springframework", "org.hibernate", "PSQL");
        });
        assertThat(service.count("customer_order")).isEqualTo(orders);
        assertThat(log.getAll().lines()).doesNotContain(FORGED_LINE);
    }

    /** A customer's id is what the token says: it is returned unchanged, and as JSON only. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mina' OR '1'='1",
                "${jndi:ldap://127.0.0.1:1/a}",
                "../../../../etc/passwd",
                "<script>alert(1)</script>",
                "%00",
                "{\"$ne\": null}"
            })
    void keepsACustomersIdAsItIs(String evil) {
        String customer = evil + Samples.unique(" ");
        String json = JsonMapper.shared().writeValueAsString(customer);

        Answer placed = api.order(good.replace("\"mina\"", json), Samples.unique("key"));
        Answer listed = api.get(
                "/orders?customerId=" + URLEncoder.encode(customer, UTF_8).replace("+", "%20"));

        assertThat(placed.status()).isEqualTo(202);
        assertThat(listed.contentType()).isEqualTo("application/json");
        assertThat(listed.body().path("orders").size()).isOne();
        assertThat(listed.body().at("/orders/0/customerId").asString()).isEqualTo(customer);
    }

    /** A customer's id has no control characters. */
    @ParameterizedTest
    @ValueSource(strings = {"mina\n2026-01-01 INFO forged", "a\u0000b", " mina", "\ud800"})
    void refusesACustomersIdThatIsNone(String evil) {
        String json =
                evil.equals("\ud800") ? "\"\\ud800\"" : JsonMapper.shared().writeValueAsString(evil);

        assertThat(api.order(good.replace("\"mina\"", json), Samples.unique("key"))
                        .status())
                .isEqualTo(400);
    }

    /** A name is free text: it is returned unchanged, and as JSON only. */
    @Test
    void keepsANameAsItIs() {
        String path = "/products/" + Samples.unique("thing");
        String name = "Robert'); DROP TABLE product; -- <b>${x}</b>";

        api.put(path, Samples.product(1, "KRW").replace("A thing", name));

        assertThat(api.get(path).body().path("name").asString()).isEqualTo(name);
        assertThat(api.get(path).contentType()).isEqualTo("application/json");
        assertThat(api.get(path).header("X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /orders/../actuator/metrics HTTP/1.1",
                "GET /actuator/health/../metrics HTTP/1.1",
                "GET /actuator/health/..;/metrics HTTP/1.1",
                "GET /actuator/health/%2e%2e/metrics HTTP/1.1",
                "GET //actuator/metrics HTTP/1.1",
                "GET /actuator;x=1/metrics HTTP/1.1",
                "GET /ACTUATOR/metrics HTTP/1.1",
                "GET /docs/../orders HTTP/1.1",
                "GET /orders%00 HTTP/1.1",
                "GET /orders HTTP/1.1\r\nX-Original-URL: /actuator/health",
                "GET /orders HTTP/1.1\r\nX-Forwarded-Prefix: /actuator/health",
                "TRACE /orders HTTP/1.1",
                "TRACK /orders HTTP/1.1",
                "POST /orders HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked",
                "POST /orders HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6",
                "POST /orders HTTP/1.1\r\nContent-Length: -1",
                "GET /orders HTTP/9.9",
                "NONSENSE"
            })
    void isClosedToClientsWithoutAToken(String request) throws IOException {
        String answer = raw(request + "\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answer).matches("(?s)HTTP/1.1 (4\\d\\d|505) .*").doesNotContain("Exception", "Tomcat", "\"names\"");
    }

    /** The first compose named containers so. */
    @Test
    void saysThatAHostNameHasNoUnderscore() throws IOException {
        String answer = raw("GET /actuator/health HTTP/1.1\r\nHost: shop_order_1\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400").contains("INVALID_HOST", "no underscores");
    }

    @Test
    void refusesAHeaderThatIsTooLarge() throws IOException {
        String answer = raw("GET /orders HTTP/1.1\r\nHost: localhost\r\nX-Long: " + "x".repeat(20_000) + "\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400");
    }

    /** A connection for which the backlog has no room is retried by TCP after a second, which is later than the timeout of 800 ms. */
    @Tag("load")
    @Test
    void hasAPlaceForEachOfManyConnectionsAtOnce() throws IOException {
        var place = new InetSocketAddress(InetAddress.getLoopbackAddress(), service.port());
        List<Socket> connections = new ArrayList<>();
        try {
            for (int i = 0; i < 800; i++) {
                Socket connection = new Socket();
                connections.add(connection);
                connection.connect(place, 800);
            }

            assertThat(api.get("/orders").status()).isEqualTo(200);
        } finally {
            for (Socket connection : connections) {
                connection.close();
            }
        }
    }

    /** Each slow client holds only a connection, so all others are served as usual. */
    @Tag("load")
    @Test
    void servesTheOthersWhileManyDribble() throws IOException {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 500; i++) {
                Socket socket = connect(api.port());
                slow.add(socket);
                socket.getOutputStream().write("POST /orders HTTP/1.1\r\nHost: lo".getBytes(US_ASCII));
            }

            assertThat(api.get("/orders").status()).isEqualTo(200);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void doesNotWaitForABodyThatNeverComes() {
        // an empty answer: the test was held up, and the connection was closed before the head was sent
        String answer = await().ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> raw(IMPATIENT.port(), headOfALongOrder()), text -> !text.isEmpty());

        assertThat(answer).startsWith("HTTP/1.1 408").contains("REQUEST_TIMEOUT");
    }

    @Test
    void doesNotWaitForABodyThatTricklesIn() {
        String answer = await().ignoreExceptionsInstanceOf(IOException.class)
                .until(this::answerToATrickle, text -> !text.isEmpty());

        assertThat(answer).startsWith("HTTP/1.1 408");
    }

    private String answerToATrickle() throws IOException {
        try (Socket socket = connect(IMPATIENT.port())) {
            socket.getOutputStream().write(headOfALongOrder().getBytes(US_ASCII));
            Thread.startVirtualThread(() -> trickle(socket));
            BufferedReader answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            String line = answer.readLine();
            return line == null ? "" : line;
        }
    }

    /** Sends a byte every 100 ms until the server closes the connection. */
    private static void trickle(Socket socket) {
        await().pollInterval(Duration.ofMillis(100)).until(() -> {
            try {
                socket.getOutputStream().write(' ');
                return false;
            } catch (IOException e) {
                return true;
            }
        });
    }

    private String headOfALongOrder() {
        return """
                POST /orders HTTP/1.1
                Host: localhost
                Authorization: Bearer %s
                Content-Type: application/json
                Idempotency-Key: slow
                Content-Length: 60000

                {""".formatted(api.token()).replace("\n", "\r\n");
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(30_000);
        return socket;
    }

    private String raw(String request) throws IOException {
        return raw(api.port(), request);
    }

    /** Sends the request and returns the response up to the end of the object with the error code: the connection may stay open. */
    private static String raw(int port, String request) throws IOException {
        try (Socket socket = connect(port)) {
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            BufferedReader answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            StringBuilder text = new StringBuilder();
            int next = answer.read();
            while (next >= 0 && (next != '}' || text.indexOf("\"code\"") < 0)) {
                text.append((char) next);
                next = answer.read();
            }
            return text.toString();
        }
    }
}
