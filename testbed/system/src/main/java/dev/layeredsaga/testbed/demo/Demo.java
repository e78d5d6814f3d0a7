package dev.layeredsaga.testbed.demo;

import static dev.layeredsaga.testbed.client.Http.accepted;

import dev.layeredsaga.testbed.client.GatewayAccount;
import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.client.Http.Reply;
import dev.layeredsaga.testbed.demo.DemoShop.Article;
import dev.layeredsaga.testbed.system.Addresses;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;

/** Stocks the shop, places the orders, and reads what became of them: only over HTTP, as a client would. */
public final class Demo {

    private static final Duration TIMEOUT = Duration.ofSeconds(150);
    private static final Duration EARLIER = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(50);

    private final Http http = new Http();
    private final Addresses system;

    public Demo(Addresses system) {
        this.system = system;
    }

    /**
     * Runs the whole demonstration.
     *
     * @throws IllegalStateException if the system does not accept an item or an order
     * @throws ConditionTimeoutException if an order does not end in time
     */
    public DemoResult run() {
        letEarlierOrdersEnd();
        DemoShop.ARTICLES.forEach(this::stock);
        List<String> placed = new ArrayList<>();
        DemoShop.ORDERS.forEach(order -> placed.add(place(order)));
        List<OrderResult> results = new ArrayList<>();
        for (int i = 0; i < placed.size(); i++) {
            results.add(result(DemoShop.ORDERS.get(i), placed.get(i)));
        }
        return new DemoResult(
                results, DemoShop.ARTICLES.stream().map(this::stockOf).toList());
    }

    /** On data that were kept, when the run before was killed; what is still pending then may sell what is counted here. */
    private void letEarlierOrdersEnd() {
        try {
            await(
                    "earlier orders to end",
                    EARLIER,
                    () -> accepted(http.get(system.orders(), "/orders?status=PENDING&limit=1"))
                            .body()
                            .path("orders")
                            .isEmpty());
        } catch (ConditionTimeoutException e) {
            // an order of the user's own may wait for as long as it likes
        }
    }

    private void stock(Article article) {
        Map<String, Object> price = Map.of("amount", article.price(), "currency", "KRW");
        accepted(http.put(
                system.orders(), "/products/" + article.sku(), Map.of("name", article.name(), "unitPrice", price)));
        accepted(http.put(
                system.inventory(),
                "/items/" + article.sku(),
                Map.of("onHand", article.onHand(), "policy", article.policy())));
    }

    private String place(DemoOrder order) {
        String seat = order.waitsForSeat();
        if (seat != null) {
            await(
                    "someone to hold " + seat,
                    () -> "RESERVING"
                            .equals(text(
                                    http.get(system.inventory(), "/items/" + seat)
                                            .body(),
                                    "status")));
        }
        Map<String, Object> request = new HashMap<>(Map.of(
                "customerId", "demo",
                "lines", lines(order),
                "paymentMethod", order.paymentMethod(),
                "onBusy", order.onBusy()));
        if (order.heldBefore()) {
            request.put("claim", hold(order));
        }
        Reply reply = accepted(
                http.post(system.orders(), "/orders", request, Map.of("Idempotency-Key", "demo-" + UUID.randomUUID())));
        return text(reply.body(), "orderId");
    }

    private static List<Map<String, Object>> lines(DemoOrder order) {
        return order.lines().entrySet().stream()
                .map(line -> Map.<String, Object>of("sku", line.getKey(), "quantity", line.getValue()))
                .toList();
    }

    /** The claim, as an order refers to it. */
    private Map<String, String> hold(DemoOrder order) {
        Map<String, Object> request = Map.of("owner", "demo", "lines", lines(order));
        JsonNode claim = accepted(http.post(system.inventory(), "/claims", request, Map.of()))
                .body();
        return Map.of("id", text(claim, "claimId"), "token", text(claim, "token"));
    }

    private OrderResult result(DemoOrder expected, String orderId) {
        String path = "/orders/" + orderId;
        await(
                "order " + orderId + " to end",
                () -> !"PENDING".equals(text(http.get(system.orders(), path).body(), "status")));
        JsonNode order = http.get(system.orders(), path).body();
        await("saga " + orderId + " to end", () -> saga(orderId).path("step").isMissingNode());
        int payments = atGateway("/calls?orderId=" + orderId).path("payments").asInt();
        return new OrderResult(
                expected,
                orderId,
                text(order, "status"),
                text(order.path("reason"), "code"),
                new Steps(saga(orderId).path("timeline"), payments),
                Duration.between(Instant.parse(text(order, "placedAt")), Instant.parse(text(order, "updatedAt"))),
                new GatewayAccount(atGateway("/ledger?orderId=" + orderId).path("entries")));
    }

    private JsonNode atGateway(String path) {
        return Http.ofGateway().get(system.paymentStub(), path).body();
    }

    private JsonNode saga(String orderId) {
        return http.get(system.orchestrator(), "/sagas/" + orderId).body();
    }

    private StockResult stockOf(Article article) {
        JsonNode item = http.get(system.inventory(), "/items/" + article.sku()).body();
        return new StockResult(
                article, item.path("onHand").asInt(), item.path("reserved").asInt(), DemoShop.soldOf(article.sku()));
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }

    private static void await(String what, Callable<Boolean> condition) {
        await(what, TIMEOUT, condition);
    }

    private static void await(String what, Duration atMost, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(atMost).pollInterval(POLL).until(condition);
    }
}
