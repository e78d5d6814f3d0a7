package dev.layeredsaga.testbed.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.demo.Http;
import dev.layeredsaga.testbed.demo.Http.Reply;
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

/** A client of a running system, that stocks it, orders from it and audits it: everything over HTTP. */
final class Shop {

    static final long PRICE = 1_000;

    private final Http http = new Http();
    private final Addresses system;

    Shop(Addresses system) {
        this.system = system;
    }

    void stock(String sku, int onHand, String policy) {
        Map<String, Object> price = Map.of("amount", PRICE, "currency", "KRW");
        accepted(http.put(system.orders(), "/products/" + sku, Map.of("name", sku, "unitPrice", price)));
        accepted(http.put(system.inventory(), "/items/" + sku, Map.of("onHand", onHand, "policy", policy)));
    }

    /** Places an order for one of the sku and returns its id. */
    String order(URI orderService, String sku, String paymentMethod, String onBusy) {
        return order(orderService, request(paymentMethod, onBusy, sku));
    }

    String order(String sku, String paymentMethod) {
        return order(system.orders(), sku, paymentMethod, "RETRY");
    }

    /** Orders what is held. */
    String order(JsonNode claim, String... skus) {
        Map<String, Object> request = new HashMap<>(request("pm_ok", "REJECT", skus));
        request.put("claim", Map.of("id", claim.path("claimId"), "token", claim.path("token")));
        return order(system.orders(), request);
    }

    private String order(URI orderService, Map<String, Object> request) {
        Map<String, String> key = Map.of("Idempotency-Key", UUID.randomUUID().toString());
        return accepted(http.post(orderService, "/orders", request, key))
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
    Reply hold(Duration ttl, String... skus) {
        return http.post(
                system.inventory(),
                "/claims",
                Map.of("owner", "holder", "lines", lines(skus), "ttlSeconds", ttl.toSeconds()),
                Map.of());
    }

    Reply confirm(JsonNode claim) {
        String path = "/claims/" + claim.path("claimId").asString() + "/confirmation";
        String token = claim.path("token").asString();
        return http.post(system.inventory(), path, Map.of(), Map.of("Claim-Token", token));
    }

    String stateOf(JsonNode claim) {
        return accepted(http.get(
                        system.inventory(), "/claims/" + claim.path("claimId").asString()))
                .body()
                .path("state")
                .asString();
    }

    void cancel(String orderId) {
        accepted(tryToCancel(orderId));
    }

    Reply tryToCancel(String orderId) {
        return http.post(system.orders(), "/orders/" + orderId + "/cancellation", Map.of(), Map.of());
    }

    /** Returns while the order's saga is in the middle of the given step. */
    void awaitStep(String orderId, String step) {
        awaitSaga(orderId, "step", step);
    }

    void awaitSagaStatus(String orderId, String status) {
        awaitSaga(orderId, "status", status);
    }

    /** How often the saga has tried the step it is in. */
    int attemptsOf(String orderId) {
        return sagaOf(orderId).path("attempt").asInt();
    }

    /** What the orchestrator knows of the order's saga. */
    JsonNode sagaOf(String orderId) {
        return accepted(http.get(system.orchestrator(), "/sagas/" + orderId)).body();
    }

    /** The claim that the order's saga has. */
    JsonNode claimOf(String orderId) {
        return accepted(http.get(system.inventory(), "/claims?owner=" + orderId))
                .body()
                .path(0);
    }

    /** Makes the gateway misbehave for everyone. */
    void breakGateway(String scenario) {
        accepted(http.put(system.paymentStub(), "/faults", Map.of("scenario", scenario)));
    }

    void mendGateway() {
        accepted(http.delete(system.paymentStub(), "/faults"));
    }

    private void awaitSaga(String orderId, String field, String value) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> http.get(system.orchestrator(), "/sagas/" + orderId)
                        .body()
                        .path(field)
                        .asString("")
                        .equals(value));
    }

    /** The owners of all claims on the item so far, first come first. */
    List<String> ownersOf(String sku) {
        List<String> latestFirst = new ArrayList<>();
        accepted(http.get(system.inventory(), "/claims?sku=" + sku))
                .body()
                .forEach(claim -> latestFirst.add(claim.path("owner").asString()));
        return latestFirst.reversed();
    }

    void awaitInLine(String sku, int length) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> item(sku).path("waiting").size() == length);
    }

    String reasonOf(String orderId) {
        return orderOf(orderId).path("reason").path("code").asString("");
    }

    JsonNode orderOf(String orderId) {
        return accepted(http.get(system.orders(), "/orders/" + orderId)).body();
    }

    String statusOf(String orderId) {
        return orderOf(orderId).path("status").asString("");
    }

    int onHand(String sku) {
        return item(sku).path("onHand").asInt(-1);
    }

    int reserved(String sku) {
        return item(sku).path("reserved").asInt(-1);
    }

    private JsonNode item(String sku) {
        return accepted(http.get(system.inventory(), "/items/" + sku)).body();
    }

    void awaitEndOf(List<String> orderIds, Duration atMost) {
        Awaitility.await()
                .atMost(atMost)
                .pollInterval(Duration.ofMillis(250))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(orderIds)
                        .allSatisfy(orderId -> assertThat(statusOf(orderId)).isNotEqualTo("PENDING")));
    }

    /** Returns while a saga is in the middle of the given step. */
    void awaitSomeSagaIn(String step) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> !accepted(http.get(system.orchestrator(), "/sagas?status=RUNNING&step=" + step))
                        .body()
                        .path("sagas")
                        .isEmpty());
    }

    /** Invariants 1, 3 and 4: stock, locks and money agree with what the orders say. */
    void assertBooksBalance(String sku, int stockedBefore, List<String> orderIds) {
        long confirmed =
                orderIds.stream().filter(id -> statusOf(id).equals("CONFIRMED")).count();
        assertThat(onHand(sku)).as("on hand of " + sku).isEqualTo(stockedBefore - (int) confirmed);
        assertThat(reserved(sku)).as("reserved of " + sku).isZero();
        assertThat(orderIds)
                .allSatisfy(id -> assertThat(netAtGateway(id))
                        .as("net at the gateway of " + id)
                        .isEqualTo(statusOf(id).equals("CONFIRMED") ? PRICE : 0));
    }

    /** What the gateway has written down about the order, in words. */
    List<String> ledgerOf(String orderId) {
        List<String> entries = new ArrayList<>();
        accepted(http.get(system.paymentStub(), "/ledger?orderId=" + orderId))
                .body()
                .path("entries")
                .forEach(entry -> entries.add(entry.path("type").asString() + " "
                        + entry.path("amount").asLong()));
        return entries;
    }

    private long netAtGateway(String orderId) {
        long net = 0;
        int captures = 0;
        for (JsonNode entry : accepted(http.get(system.paymentStub(), "/ledger?orderId=" + orderId))
                .body()
                .path("entries")) {
            long amount = entry.path("amount").asLong();
            switch (entry.path("type").asString("")) {
                case "CAPTURED" -> {
                    net += amount;
                    captures++;
                }
                case "REFUNDED" -> net -= amount;
                default -> {
                    // moves no money
                }
            }
        }
        assertThat(captures).as("captures of " + orderId).isLessThanOrEqualTo(1);
        return net;
    }

    private static Reply accepted(Reply reply) {
        assertThat(reply.status()).as(() -> reply.body().toString()).isBetween(200, 299);
        return reply;
    }
}
