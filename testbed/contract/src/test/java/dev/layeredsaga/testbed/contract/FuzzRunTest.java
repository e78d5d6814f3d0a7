package dev.layeredsaga.testbed.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Fuzz runs against a service with configured responses. */
class FuzzRunTest {

    private static final Specification SPECIFICATION = new Specification(new YAMLMapper().readTree("""
            paths:
              /things/{id}:
                get:
                  parameters:
                    - {name: id, in: path, required: true, schema: {type: string}}
                  responses: {}
            """));

    private final AtomicInteger requests = new AtomicInteger();
    private HttpServer server;
    private int everyTenth = 200;
    private String body = "{}";
    private String type = "application/problem+json";
    private boolean isSilent;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().add("Content-Type", "application/problem+json");
        if (isSilent) {
            exchange.close();
            return;
        }
        if (requests.incrementAndGet() % 10 > 0) {
            exchange.sendResponseHeaders(404, -1);
        } else {
            byte[] bytes = body.getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.getResponseHeaders().add("Retry-After", "1");
            exchange.sendResponseHeaders(everyTenth, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void objectsToFailuresOfTheService() {
        everyTenth = 500;

        assertThat(violations()).isNotEmpty().allMatch(text -> text.contains("500") && text.contains("printf"));
    }

    @ParameterizedTest
    @ValueSource(ints = {501, 505})
    void objectsToARefusalOfHttpThatIsNone(int status) {
        everyTenth = status;

        assertThat(violations()).isNotEmpty();
    }

    @Test
    void objectsToRefusalsWithoutAProblem() {
        everyTenth = 400;
        type = "text/html";

        assertThat(violations()).isNotEmpty().allMatch(text -> text.contains("no problem document"));
    }

    /** Answers no request at all, because a request on a reused connection is sent once more, and that one would be answered. */
    @Test
    void objectsToConnectionsThatAreClosedWithoutAnAnswer() {
        isSilent = true;

        assertThat(violations()).isNotEmpty().allMatch(text -> text.contains("no answer"));
    }

    @Test
    void letsAServiceKeepToItsOwnLimits() {
        everyTenth = 503;
        body = "{\"code\":\"OVERLOADED\"}";

        assertThat(violations()).isEmpty();
    }

    @Test
    void objectsToAnyOtherUnavailability() {
        everyTenth = 503;

        assertThat(violations()).isNotEmpty();
    }

    @Test
    void makesTheSameRequestsOfTheSameSeed() {
        assertThat(commands(7)).isEqualTo(commands(7)).isNotEqualTo(commands(8));
    }

    /** Returns the violations by requests in valid HTTP, because the JDK's server handles invalid HTTP in its own way. */
    private List<String> violations() {
        URI service = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        FuzzTarget target = new FuzzTarget(service, "token", SPECIFICATION, Map.of());
        return new FuzzRun(List.of(target), 1).withoutWireMischief().send(200).violations();
    }

    private static List<String> commands(long seed) {
        Random random = new Random(seed);
        Requests requests = new Requests(SPECIFICATION, random, Map.of());
        WireMischief mischief = new WireMischief(random);
        URI service = URI.create("http://127.0.0.1:1");
        return IntStream.range(0, 50)
                .mapToObj(i -> {
                    Draft draft = requests.next(SPECIFICATION.operations().getFirst());
                    WireRequest request = WireRequest.of(draft, service, "token");
                    mischief.spoil(request);
                    return request.asCommand(service);
                })
                .toList();
    }
}
