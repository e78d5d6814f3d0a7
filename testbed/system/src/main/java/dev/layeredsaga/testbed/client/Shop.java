package dev.layeredsaga.testbed.client;

import static dev.layeredsaga.testbed.client.Http.accepted;

import dev.layeredsaga.testbed.client.Http.Reply;
import dev.layeredsaga.testbed.system.Addresses;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/**
 * A client of a running system, that stocks it, orders from it and reads what becomes of it: everything over HTTP. What the
 * system refuses or does not do in time ends in an {@link IllegalStateException}. Thread-safe.
 */
public final class Shop {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    /** The price of every item, in won. */
    public static final long PRICE = 1_000;

    private final Http http;
    private final Http gateway = Http.ofGateway();
    private final Addresses system;

    /** As an operator. */
    public Shop(Addresses system) {
        this(system, new Http());
    }

    /** @param http with the bearer token of who stocks, holds and orders */
    public Shop(Addresses system, Http http) {
        this.system = system;
        this.http = http;
    }

    public void stock(String sku, int onHand, String policy) {
        Map<String, Object> price = Map.of("amount", PRICE, "currency", "KRW");
        accepted(http.put(system.orders(), "/products/" + sku, Map.of("name", sku, "unitPrice", price)));
        accepted(http.put(system.inventory(), "/items/" + sku, Map.of("onHand", onHand, "policy", policy)));
    }

    /** Places an order for one of the sku and returns its id. */
    public String order(URI orderService, String sku, String paymentMethod, String onBusy) {
        return order(orderService, request(paymentMethod, onBusy, sku));
    }

    public String order(String sku, String paymentMethod) {
        return order(system.orders(), sku, paymentMethod, "RETRY");
    }

    /** Orders with further headers. */
    public String order(String sku, String paymentMethod, String onBusy, Map<String, String> headers) {
        return order(system.orders(), request(paymentMethod, onBusy, sku), headers);
    }

    /** Orders what is held. */
    public String order(JsonNode claim, String... skus) {
        Map<String, Object> held = Map.of("id", claim.path("claimId"), "token", claim.path("token"));
        return order("pm_ok", Map.of("onBusy", "REJECT", "claim", held), skus);
    }

    /**
     * Orders one of each.
     *
     * @param more further fields of the request, by their names
     */
    public String order(String paymentMethod, Map<String, ?> more, String... skus) {
        Map<String, Object> request = new HashMap<>(request(paymentMethod, "RETRY", skus));
        request.putAll(more);
        return order(system.orders(), request);
    }

    private String order(URI orderService, Map<String, Object> request) {
        return order(orderService, request, Map.of());
    }

    private String order(URI orderService, Map<String, Object> request, Map<String, String> headers) {
        Map<String, String> all = new HashMap<>(headers);
        all.putIfAbsent("Idempotency-Key", UUID.randomUUID().toString());
        return accepted(http.post(orderService, "/orders", request, all))
                .body()
                .path("orderId")
                .asString("");
    }

    private static Map<String, Object> request(String paymentMethod, String onBusy, String... skus) {
        return Map.of("customerId", "customer", "lines", lines(skus), "paymentMethod", paymentMethod, "onBusy", onBusy);
    }

    private static List<Map<String, Object>> lines(String... skus) {
        return Stream.of(skus)
                .map(sku -> Map.<String, Object>of("sku", sku, "quantity", 1))
                .toList();
    }

    /** Holds one of each for so long. */
    public Reply hold(Duration ttl, String... skus) {
        return http.post(
                system.inventory(),
                "/claims",
                Map.of("owner", "holder", "lines", lines(skus), "ttlSeconds", ttl.toSeconds()),
                Map.of());
    }

    public Reply confirm(JsonNode claim) {
        return http.post(system.inventory(), pathOf(claim) + "/confirmation", Map.of(), tokenOf(claim));
    }

    public void release(JsonNode claim) {
        accepted(http.delete(system.inventory(), pathOf(claim), tokenOf(claim)));
    }

    private static String pathOf(JsonNode claim) {
        return "/claims/" + claim.path("claimId").asString();
    }

    private static Map<String, String> tokenOf(JsonNode claim) {
        return Map.of("Claim-Token", claim.path("token").asString());
    }

    public String stateOf(JsonNode claim) {
        return accepted(http.get(system.inventory(), pathOf(claim)))
                .body()
                .path("state")
                .asString();
    }

    public void cancel(String orderId) {
        accepted(tryToCancel(orderId));
    }

    public Reply tryToCancel(String orderId) {
        return http.post(system.orders(), "/orders/" + orderId + "/cancellation", Map.of(), Map.of());
    }

    /** Requests a return, with a key of its own. */
    public Reply requestReturn(URI orderService, String orderId, Map<String, ?> request) {
        return http.post(
                orderService,
                "/orders/" + orderId + "/returns",
                request,
                Map.of("Idempotency-Key", UUID.randomUUID().toString()));
    }

    /** Returns the returns of an order, the oldest first. */
    public List<JsonNode> returnsOf(String orderId) {
        return accepted(http.get(system.orders(), "/orders/" + orderId + "/returns"))
                .body()
                .path("returns")
                .valueStream()
                .toList();
    }

    /** Gives a signal to a saga, as soon as there is the saga. */
    public void signal(String sagaId, String name, Map<String, ?> signal) {
        Map<String, String> key = Map.of("Idempotency-Key", UUID.randomUUID().toString());
        Awaitility.await()
                .atMost(LONGEST)
                .until(() -> http.post(system.orchestrator(), "/sagas/" + sagaId + "/signals/" + name, signal, key)
                                .status()
                        == 202);
    }

    /** Returns while the order's saga is in the middle of one of the given steps. */
    public void awaitStep(String orderId, String... steps) {
        awaitSaga(orderId, "step", steps);
    }

    public void awaitSagaStatus(String orderId, String... statuses) {
        awaitSaga(orderId, "status", statuses);
    }

    /** Returns the number of attempts at the saga's current step. */
    public int attemptsOf(String orderId) {
        return sagaOf(orderId).path("attempt").asInt();
    }

    /** Returns the orchestrator's view of the order's saga. */
    public JsonNode sagaOf(String orderId) {
        return accepted(http.get(system.orchestrator(), "/sagas/" + orderId)).body();
    }

    /** The claim that the order's saga has. */
    public JsonNode claimOf(String orderId) {
        return accepted(http.get(system.inventory(), "/claims?owner=" + orderId))
                .body()
                .path(0);
    }

    /** Makes the gateway misbehave for everyone. */
    public void breakGateway(String scenario) {
        accepted(gateway.put(system.paymentStub(), "/faults", Map.of("scenario", scenario)));
    }

    public void mendGateway() {
        accepted(gateway.delete(system.paymentStub(), "/faults"));
    }

    private void awaitSaga(String orderId, String field, String... values) {
        Awaitility.await()
                .atMost(LONGEST)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> List.of(values)
                        .contains(http.get(system.orchestrator(), "/sagas/" + orderId)
                                .body()
                                .path(field)
                                .asString("")));
    }

    /** The owners of all claims on the item so far, first come first. */
    public List<String> ownersOf(String sku) {
        List<String> latestFirst = new ArrayList<>();
        accepted(http.get(system.inventory(), "/claims?sku=" + sku))
                .body()
                .forEach(claim -> latestFirst.add(claim.path("owner").asString()));
        return latestFirst.reversed();
    }

    public void awaitInLine(String sku, int length) {
        Awaitility.await()
                .atMost(LONGEST)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> item(sku).path("waiting").size() == length);
    }

    public String reasonOf(String orderId) {
        return orderOf(orderId).path("reason").path("code").asString("");
    }

    public JsonNode orderOf(String orderId) {
        return accepted(http.get(system.orders(), "/orders/" + orderId)).body();
    }

    public String statusOf(String orderId) {
        return orderOf(orderId).path("status").asString("");
    }

    public int onHand(String sku) {
        return item(sku).path("onHand").asInt(-1);
    }

    public int reserved(String sku) {
        return item(sku).path("reserved").asInt(-1);
    }

    private JsonNode item(String sku) {
        return accepted(http.get(system.inventory(), "/items/" + sku)).body();
    }

    /** Returns once all have ended. */
    public void awaitEndOf(List<String> orderIds) {
        awaitEndOf(orderIds, LONGEST);
    }

    public void awaitEndOf(List<String> orderIds, Duration atMost) {
        Awaitility.await()
                .atMost(atMost)
                .pollInterval(Duration.ofMillis(250))
                .ignoreExceptions()
                .until(() ->
                        orderIds.stream().noneMatch(orderId -> statusOf(orderId).equals("PENDING")));
    }

    /** Returns while a saga is in the middle of the given step. */
    public void awaitSomeSagaIn(String step) {
        Awaitility.await()
                .atMost(LONGEST)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> !accepted(http.get(system.orchestrator(), "/sagas?status=RUNNING&step=" + step))
                        .body()
                        .path("sagas")
                        .isEmpty());
    }

    /** Returns the gateway's ledger for the order. */
    public GatewayAccount accountOf(String orderId) {
        return new GatewayAccount(accepted(gateway.get(system.paymentStub(), "/ledger?orderId=" + orderId))
                .body()
                .path("entries"));
    }
}
