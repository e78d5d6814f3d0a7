package dev.layeredsaga.testbed.failures.matrix;

import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.client.SagaEvents;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.system.Addresses;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** Looks at orders and items as anybody could: by HTTP, and at what stands on the public topic. Thread-safe. */
final class ObservedSystem {

    private final Http http;
    private final Addresses system;
    private final Shop shop;
    private final Gateway gateway;
    private final String kafka;

    ObservedSystem(Http http, Addresses system, String kafka) {
        this.http = http;
        this.system = system;
        this.shop = new Shop(system);
        this.gateway = new Gateway(http, system.paymentStub());
        this.kafka = kafka;
    }

    /** Returns true if no further change is expected. */
    boolean hasCome(String orderId, ExpectedOutcome ending) {
        return switch (ending) {
            case STUCK -> standingOf(orderId).isStuck();
            case NO_ORDER -> true;
            case CONFIRMED, DECLINED, UNAVAILABLE, CANCELLED ->
                !shop.statusOf(orderId).equals("PENDING");
        };
    }

    SagaEvents events() {
        return SagaEvents.read(kafka);
    }

    OrderSeen look(String orderId, SagaEvents events, Duration took) {
        return new OrderSeen(
                orderId,
                standingOf(orderId),
                Money.of(shop.accountOf(orderId), gateway.auditHolds(orderId)),
                EventTrace.of(events.typesOf(orderId), events.sequencesOf(orderId)),
                gateway.callsFor(orderId),
                took);
    }

    OrderSeen.Standing standingOf(String orderId) {
        JsonNode order = http.get(system.orders(), "/orders/" + orderId).body();
        JsonNode saga = http.get(system.orchestrator(), "/sagas/" + orderId).body();
        return new OrderSeen.Standing(
                order.path("orderId").isMissingNode()
                        ? ""
                        : order.path("status").asString(""),
                order.path("reason").path("code").asString(""),
                saga.path("sagaId").isMissingNode() ? "none" : standing(saga));
    }

    private static String standing(JsonNode saga) {
        return "%s %s %s %s"
                .formatted(
                        saga.path("status").asString(""),
                        saga.path("direction").asString(""),
                        saga.path("step").asString(""),
                        saga.path("waitsFor").asString(""))
                .strip();
    }

    ItemSeen look(String sku, int stocked) {
        JsonNode item = http.get(system.inventory(), "/items/" + sku).body();
        JsonNode held = http.get(system.inventory(), "/claims?sku=" + sku + "&state=HELD")
                .body();
        return new ItemSeen(
                stocked,
                item.path("onHand").asInt(-1),
                item.path("reserved").asInt(-1),
                item.path("sagaId").asString(""),
                held.size());
    }
}
