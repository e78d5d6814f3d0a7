package dev.layeredsaga.testbed.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.client.Http.Reply;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} of {@code ./run --data DIR} in the middle of its orders, and the next start on the same folder. */
@Tag("failures")
class KilledRunIT {

    private static final Pattern CONSOLE_LINK = Pattern.compile("http://\\S+/console/sign-in\\?code=(\\S+)");

    @TempDir
    Path folder;

    private RunProcess run;

    @BeforeEach
    void start() throws IOException {
        run = RunProcess.in(folder).awaitReady();
    }

    @AfterEach
    void leaveNothingRunning() {
        run.close();
    }

    @Test
    void takesItsServersAlongAndTheNextGoesOnWithTheDataAndTheLedger() throws IOException, InterruptedException {
        List<String> confirmed = place(1, "pm_ok");
        awaitConfirmed(confirmed);
        List<String> underWay = place(10, "pm_slow_then_ok");
        assertThat(run.servers()).isNotEmpty();
        assertItsLinkOpensTheConsoleOnce();
        run.kill();
        Awaitility.await("no server outlives its run")
                .atMost(Duration.ofSeconds(30))
                .until(() -> run.servers().isEmpty());

        run = run.again().awaitReady();

        awaitConfirmed(underWay);
        assertThat(Stream.concat(confirmed.stream(), underWay.stream()))
                .allSatisfy(order -> assertThat(capturesOf(order)).isOne());
        run.stop();
        assertThat(run.servers()).isEmpty();
        try (Stream<Path> left = Files.list(folder.resolve("tmp"))) {
            assertThat(left.map(Path::getFileName).map(Path::toString))
                    .noneMatch(name -> name.startsWith("layered-saga-") && !name.endsWith(".pem"));
        }
    }

    private void assertItsLinkOpensTheConsoleOnce() throws IOException, InterruptedException {
        Matcher link = CONSOLE_LINK.matcher(run.written());
        assertThat(link.find()).as(run.written()).isTrue();
        HttpRequest request = HttpRequest.newBuilder(URI.create(link.group())).build();
        try (HttpClient browser =
                HttpClient.newBuilder().cookieHandler(new CookieManager()).build()) {
            assertThat(browser.send(request, BodyHandlers.ofString()).body()).contains("You are signed in.");
            HttpRequest first = HttpRequest.newBuilder(URI.create(link.group()).resolve("/console"))
                    .build();
            assertThat(browser.send(first, BodyHandlers.ofString()).body()).contains("Healthy");
            assertThat(browser.send(request, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(403);
        }
        assertThat(folder.resolve("run.log")).content().doesNotContain(link.group(1));
    }

    private void awaitConfirmed(List<String> orders) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> orders.stream().allMatch(order -> "CONFIRMED".equals(statusOf(order))));
    }

    private List<String> place(int count, String method) {
        List<String> orders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Reply placed = http().post(
                            at("ORDER_SERVICE_PORT"),
                            "/orders",
                            Map.of(
                                    "customerId",
                                    "me",
                                    "lines",
                                    List.of(Map.of("sku", "book", "quantity", 1)),
                                    "paymentMethod",
                                    method),
                            Map.of("Idempotency-Key", method + i));
            assertThat(placed.status()).as(placed.body().toString()).isEqualTo(202);
            orders.add(placed.body().path("orderId").asString());
        }
        return orders;
    }

    private String statusOf(String order) {
        return http().get(at("ORDER_SERVICE_PORT"), "/orders/" + order)
                .body()
                .path("status")
                .asString("");
    }

    private long capturesOf(String order) {
        Http gateway = new Http(run.credential("GATEWAY_KEY"));
        return gateway.get(at("PAYMENT_STUB_PORT"), "/ledger?orderId=" + order).body().path("entries").values().stream()
                .filter(entry -> "CAPTURED".equals(entry.path("type").asString("")))
                .count();
    }

    private Http http() {
        return new Http(run.credential("ADMIN"));
    }

    private URI at(String port) {
        return URI.create("http://localhost:" + run.port(port));
    }
}
