package dev.layeredsaga.testbed.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.client.SagaEvents;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.observe.SpanCollector.CollectedSpan;
import dev.layeredsaga.testbed.system.HostedSystem;
import dev.layeredsaga.testbed.system.ServicePorts;
import dev.layeredsaga.testbed.system.StubAccess;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole system, with a collector that takes its spans, reads its log and scrapes its meters. */
@ExtendWith(OutputCaptureExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
@Tag("docs")
class ObservabilityIT {

    private static final HostedSystem SYSTEM = new HostedSystem(SharedInfrastructure.get());
    private static final JsonMapper JSON = new JsonMapper();

    private static final String LIVENESS = "/actuator/health/liveness";
    private static final String READINESS = "/actuator/health/readiness";

    private static SpanCollector spans;
    private static RecordingProxy gateway;
    private static Shop shop;

    @BeforeAll
    static void start() throws IOException {
        spans = SpanCollector.start();
        gateway = RecordingProxy.start(() -> SYSTEM.addresses().paymentStub());
        SYSTEM.start(
                ServicePorts.FREE,
                Map.of(
                        "spring.main.banner-mode", "off",
                        "logging.structured.format.console", "ecs",
                        "logging.level.dev.layeredsaga", "debug",
                        "messaging.meters.interval", "500ms",
                        "spring.datasource.hikari.connection-timeout", "1000",
                        "orchestrator.payment-gateway.url", gateway.url(),
                        "management.opentelemetry.tracing.export.otlp.endpoint", spans.endpoint(),
                        "management.opentelemetry.tracing.export.schedule-delay", "100ms"));
        shop = new Shop(SYSTEM.addresses());
        shop.stock("seen", 1_000, "COUNTED");
    }

    @AfterAll
    static void stop() {
        SYSTEM.close();
        gateway.close();
        spans.close();
    }

    @Test
    void keepsAnOrderInTheTraceOfTheRequestThatPlacedIt() {
        String trace = freshTrace();
        String order = order("seen", "pm_ok", trace);
        shop.awaitEndOf(List.of(order), Duration.ofSeconds(30));

        assertThat(shop.statusOf(order)).isEqualTo("CONFIRMED");
        await().untilAsserted(() ->
                assertThat(SagaEvents.read().tracesOf(order)).hasSize(4).containsOnly(trace));
        assertThat(gateway.tracesOf(order)).isNotEmpty().containsOnly(trace);
        await().untilAsserted(() -> assertThat(spans.ofTrace(trace))
                .extracting(span -> span.service() + ": " + span.name())
                .contains(
                        "order-service: http post /orders",
                        "saga-orchestrator: order-saga OrderPlaced",
                        "inventory-service: inventory-service ClaimStock",
                        "saga-orchestrator: saga-orchestrator StockClaimed",
                        "saga-orchestrator: payment ChargePayment",
                        "saga-orchestrator: payment-gateway charge",
                        "inventory-service: inventory-service ConfirmClaim",
                        "saga-orchestrator: saga-orchestrator ClaimConfirmed",
                        "order-service: order-service OrderConfirmed"));
        assertHangTogether(spans.ofTrace(trace));
    }

    /** Each span but that of the request has a parent in the trace. */
    private static void assertHangTogether(List<CollectedSpan> trace) {
        List<String> ids = trace.stream().map(CollectedSpan::spanId).toList();
        assertThat(trace.stream().filter(span -> !ids.contains(span.parentId())))
                .extracting(CollectedSpan::name)
                .containsExactly("http post /orders");
    }

    @Test
    void keepsOrdersApartThatAreHandledInOneBatch() {
        List<String> traces =
                Stream.generate(ObservabilityIT::freshTrace).limit(40).toList();
        List<CompletableFuture<String>> placing = traces.stream()
                .map(trace -> CompletableFuture.supplyAsync(() -> order("seen", "pm_ok", trace)))
                .toList();
        List<String> orders = placing.stream().map(CompletableFuture::join).toList();
        shop.awaitEndOf(orders, Duration.ofSeconds(60));

        await().untilAsserted(() -> {
            SagaEvents events = SagaEvents.read();
            assertThat(IntStream.range(0, orders.size()))
                    .allSatisfy(i -> assertThat(events.tracesOf(orders.get(i)))
                            .hasSize(4)
                            .containsOnly(traces.get(i)));
        });
        assertThat(IntStream.range(0, orders.size()))
                .allSatisfy(i -> assertThat(gateway.tracesOf(orders.get(i))).containsOnly(traces.get(i)));
    }

    /** The saga that waits is answered by the release of the one before it. */
    @Test
    void keepsAWaitingOrderInItsOwnTrace() {
        shop.stock("lone", 2, "EXCLUSIVE");
        String first = freshTrace();
        String second = freshTrace();
        String before = order("lone", "pm_slow_then_ok", first);
        shop.awaitStep(before, "pay");
        String waiting = order("lone", "pm_ok", second, "WAIT");
        shop.awaitInLine("lone", 1);
        shop.awaitEndOf(List.of(before, waiting), Duration.ofSeconds(30));

        await().untilAsserted(() -> {
            assertThat(SagaEvents.read().tracesOf(before)).hasSize(4).containsOnly(first);
            assertThat(SagaEvents.read().tracesOf(waiting)).hasSize(4).containsOnly(second);
        });
        assertThat(spans.ofTrace(second)).extracting(CollectedSpan::name).contains("saga-orchestrator StockClaimed");
        assertHangTogether(spans.ofTrace(second));
    }

    /** The saga's row is the due-loop's only source of the trace id for a retry. */
    @Test
    void keepsWhatIsTriedAgainInTheTraceOfItsOrder() {
        shop.stock("held", 1, "EXCLUSIVE");
        shop.hold(Duration.ofSeconds(1), "held");
        String trace = freshTrace();
        String order = order("held", "pm_ok", trace);
        shop.awaitEndOf(List.of(order), Duration.ofSeconds(30));

        await().untilAsserted(() -> assertThat(spans.ofTrace(trace))
                .extracting(CollectedSpan::name)
                .contains("saga due", "order-service OrderConfirmed"));
        assertThat(SagaEvents.read().tracesOf(order)).hasSize(4).containsOnly(trace);
        assertHangTogether(spans.ofTrace(trace));
    }

    @Test
    void writesBothIdsIntoTheLogOfASaga(CapturedOutput output) {
        String trace = freshTrace();
        String order = order("seen", "pm_declined_fraud", trace);
        shop.awaitEndOf(List.of(order), Duration.ofSeconds(30));

        List<JsonNode> lines = output.getAll()
                .lines()
                .filter(line -> line.startsWith("{") && line.contains(order))
                .map(JSON::readTree)
                .toList();
        assertThat(lines)
                .filteredOn(line -> line.path("message").asString("").startsWith("the saga has ended as COMPENSATED"))
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.path("sagaId").asString("")).isEqualTo(order);
                    assertThat(line.toString()).contains("\"" + trace + "\"");
                });
    }

    /** Not in the log of all that happens to one order of what is held and to one that is declined, nor in what is shown of them. */
    @Test
    void showsNoClientWhatIsSecret(CapturedOutput output) {
        shop.stock("vault", 1, "EXCLUSIVE");
        shop.stock("safe", 1, "EXCLUSIVE");
        JsonNode held = shop.hold(Duration.ofMinutes(5), "vault").body();
        String claimToken = held.path("token").asString();
        List<String> orders =
                List.of(shop.order(held, "vault"), order("safe", "pm_declined_expired_card", freshTrace()));
        shop.awaitEndOf(orders, Duration.ofSeconds(30));
        String problem = shop.confirm(held).body().toString();

        List<String> shown = new ArrayList<>(List.of(output.getAll(), problem));
        orders.forEach(id -> shown.addAll(
                List.of(shop.orderOf(id).toString(), shop.sagaOf(id).toString())));
        await().untilAsserted(() ->
                assertThat(SagaEvents.read().typesOf(orders.getLast())).contains("OrderRejected"));
        new PublishedRecords(SharedInfrastructure.get().kafkaBootstrapServers(), Topics.SAGA_EVENTS)
                .all()
                .forEach(event -> shown.add(event.toString()));

        assertThat(claimToken).isNotEmpty();
        assertThat(output.getAll()).contains(orders);
        assertThat(shown)
                .allSatisfy(text -> assertThat(text)
                        .doesNotContain(claimToken, "pm_declined_expired_card", StubAccess.apiKey())
                        .as("a bearer token")
                        .doesNotContain("eyJ"));
    }

    @Test
    void offersEveryMetricThatTheDashboardAndTheAlertsAskFor() throws IOException {
        String order = order("seen", "pm_ok", freshTrace());
        shop.awaitEndOf(List.of(order), Duration.ofSeconds(30));
        Scrape offered = Scrape.of(SYSTEM.addresses());

        assertThat(Dashboards.expressions())
                .hasSizeGreaterThan(15)
                .allSatisfy((place, expression) -> assertThat(MetricNames.in(expression))
                        .as(place + ": " + expression)
                        .isNotEmpty()
                        .isSubsetOf(offered.names()));
    }

    @Test
    void showsItsMetersToThoseOnlyWhoMayWatch() {
        String watcher = LocalIssuer.get()
                .token(
                        "prometheus",
                        "metrics",
                        LocalIssuer.AUDIENCE,
                        Instant.now().plusSeconds(60));
        Http customer = new Http(LocalIssuer.get().customer("ann"));
        for (URI service : services()) {
            assertThat(Scrape.status(service, watcher)).isEqualTo(200);
            assertThat(Scrape.status(service, LocalIssuer.get().customer("ann")))
                    .isEqualTo(403);
            assertThat(Scrape.status(service, "")).isEqualTo(401);
            assertThat(new Http(watcher)
                            .get(service, "/actuator/metrics/jvm.memory.used")
                            .status())
                    .isEqualTo(200);
            assertThat(customer.get(service, "/actuator/metrics").status()).isEqualTo(403);
        }
        assertThat(new Http(watcher).get(services().getFirst(), "/orders").status())
                .isEqualTo(403);
    }

    @Test
    void showsUnauthenticatedClientsNothingButWhetherItIsWell() {
        for (URI service : services()) {
            assertThat(Scrape.text(service, LIVENESS, "")).isEqualTo("{\"status\":\"UP\"}");
            assertThat(Scrape.text(service, READINESS, "")).isEqualTo("{\"status\":\"UP\"}");
            assertThat(Scrape.text(service, "/actuator/health", "")).doesNotContain("components");
        }
    }

    /** Restarting a service brings no database back. */
    @Test
    void isAliveWithoutItsDatabaseButNotReady() {
        URI service = SYSTEM.addresses().inventory();
        SharedInfrastructure.get().postgres().stop();
        try {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> Scrape.text(service, READINESS, "").contains("DOWN"));

            assertThat(Scrape.text(service, READINESS, "")).isEqualTo("{\"status\":\"DOWN\"}");
            assertThat(Scrape.text(service, LIVENESS, "")).isEqualTo("{\"status\":\"UP\"}");
        } finally {
            SharedInfrastructure.get().postgres().start();
        }
        await().atMost(Duration.ofSeconds(30))
                .until(() -> services().stream()
                        .allMatch(each -> Scrape.text(each, READINESS, "").contains("UP")));
    }

    private static List<URI> services() {
        return List.of(
                SYSTEM.addresses().orders(),
                SYSTEM.addresses().orchestrator(),
                SYSTEM.addresses().inventory());
    }

    private static String freshTrace() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    private static String order(String sku, String paymentMethod, String trace) {
        return order(sku, paymentMethod, trace, "RETRY");
    }

    private static String order(String sku, String paymentMethod, String trace, String onBusy) {
        return shop.order(sku, paymentMethod, onBusy, Map.of("traceparent", "00-" + trace + "-00f067aa0ba902b7-01"));
    }
}
