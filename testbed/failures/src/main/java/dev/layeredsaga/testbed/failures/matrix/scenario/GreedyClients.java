package dev.layeredsaga.testbed.failures.matrix.scenario;

import static dev.layeredsaga.testbed.client.OpenConnections.request;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.client.OpenConnections;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.system.Service;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** One client wants more than there is for all. */
public final class GreedyClients {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final String LIVENESS = "/actuator/health/liveness";
    private static final Map<String, String> WAITS = Map.of("onBusy", "WAIT");

    /** More than the inventory reads together. */
    private static final int AHEAD = 25;

    /** For two unknown keys, and what happens to be renewed meanwhile. */
    private static final int MOST_ASKED_FOR_KEYS = 5;

    private GreedyClients() {}

    public static ScenarioGroup group() {
        return ScenarioGroup.oneByOne(
                "A client wants more than its share",
                "The orders are placed meanwhile. Connections and tokens are for the order-service. There the last order is followed by a client"
                        + " that has just come, with a token and a connection of its own; its event stream must show the confirmation."
                        + " For unknown keys, the identity provider is asked a few times only.",
                Case.of("blocked-queue", "25 orders ahead in the queue also want an item that is held")
                        .onOwn(3, Expected.confirmed().within("25 s"), GreedyClients::queueBehindOthers),
                Case.of("renewed-hold", "a hold of almost an hour is released, and taken again for another hour")
                        .onOwn(1, Expected.confirmed(), GreedyClients::renewHold),
                Case.of("slow-readers", "200 connections ask for the API description ten times, and do not read")
                        .onOwn(6, Expected.confirmed(), beside(200, GreedyClients::largeAnswers)),
                Case.of("unknown-keys", "50 tokens name random keys")
                        .onOwn(6, Expected.confirmed(), GreedyClients::nameUnknownKeys),
                Case.of("closed-heads", "250 connections ask for the `HEAD` of an event stream, and are closed")
                        .onOwn(6, Expected.confirmed(), GreedyClients::sendHeads),
                Case.of("idle-connections", "300 connections, where 240 may be, ask once and are kept")
                        .onOwn(6, Expected.confirmed(), beside(300, () -> request("GET", LIVENESS))));
    }

    private static void queueBehindOthers(TestSystem tested, ScenarioRun run) {
        Shop shop = tested.shop();
        String other = heldItem(shop);
        List<JsonNode> holds = IntStream.range(0, run.played().stocked())
                .mapToObj(each -> shop.hold(HOUR, run.sku()).body())
                .toList();
        for (int i = 0; i < AHEAD; i++) {
            shop.order("pm_ok", WAITS, run.sku(), other);
        }
        shop.awaitInLine(run.sku(), AHEAD);
        for (int i = 0; i < run.played().orders(); i++) {
            run.order("pm_ok", WAITS);
        }
        shop.awaitInLine(run.sku(), AHEAD + run.played().orders());
        holds.forEach(shop::release);
    }

    /** Returns an item that another client holds. */
    private static String heldItem(Shop shop) {
        String sku = "held-" + UUID.randomUUID();
        shop.stock(sku, 1, "EXCLUSIVE");
        shop.hold(HOUR, sku);
        return sku;
    }

    private static void renewHold(TestSystem tested, ScenarioRun run) {
        Shop holder = new Shop(
                tested.own().system().addresses(), new Http(LocalIssuer.get().customer("holder")));
        JsonNode hold = holder.hold(HOUR, run.sku()).body();
        String age = "UPDATE claim SET created_at = created_at - interval '3585 s' WHERE skus = ";
        tested.own().change(Service.INVENTORY, age + "'{" + run.sku() + "}'");
        holder.release(hold);
        holder.hold(HOUR, run.sku());
        run.order("pm_ok");
    }

    private static Case.Failure beside(int connections, Supplier<String> asked) {
        return (tested, run) -> orderBeside(connections, asked, tested, run);
    }

    private static void orderBeside(int connections, Supplier<String> asked, TestSystem tested, ScenarioRun run) {
        URI orderService = tested.own().system().addresses().orders();
        try (OpenConnections opened = new OpenConnections()) {
            for (int i = 0; i < connections; i++) {
                opened.ask(orderService, asked.get());
            }
            String last = run.orderAll("pm_ok").getLast();
            String events = OpenConnections.answerTo(orderService, follow("GET", last));
            String answer = events.lines().findFirst().orElse("nothing");
            run.remarkUnless(events.contains("OrderConfirmed"), "who follows an order is answered: " + answer);
        }
    }

    /** More than fit into the buffers of a connection. */
    private static String largeAnswers() {
        return request("GET", "/swagger-ui/swagger-ui-bundle.js").repeat(10);
    }

    private static void nameUnknownKeys(TestSystem tested, ScenarioRun run) {
        int before = tested.own().key().asked();
        orderBeside(50, () -> request("GET", "/orders", bearing(tokenOfUnknownKey())), tested, run);
        int asked = tested.own().key().asked() - before;
        run.remarkUnless(
                asked <= MOST_ASKED_FOR_KEYS, "the identity provider was asked for its keys " + asked + " times");
    }

    private static String tokenOfUnknownKey() {
        String header = "{\"alg\":\"RS256\",\"kid\":\"%s\"}".formatted(UUID.randomUUID());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(header.getBytes(UTF_8)) + ".e30.e30";
    }

    private static void sendHeads(TestSystem tested, ScenarioRun run) {
        String waiting = tested.shop().order("pm_ok", WAITS, heldItem(tested.shop()));
        orderBeside(250, () -> follow("HEAD", waiting), tested, run);
    }

    private static String follow(String method, String order) {
        String token = LocalIssuer.get().operator("client-" + UUID.randomUUID());
        return request(method, "/orders/" + order + "/events", bearing(token), "Connection: close");
    }

    private static String bearing(String token) {
        return "Authorization: Bearer " + token;
    }
}
