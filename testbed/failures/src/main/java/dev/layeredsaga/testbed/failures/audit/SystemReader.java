package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.failures.audit.GatewaySeen.Complaint;
import dev.layeredsaga.testbed.failures.audit.GatewaySeen.Entry;
import dev.layeredsaga.testbed.failures.audit.MessagesSeen.DeadLetter;
import dev.layeredsaga.testbed.failures.audit.MessagesSeen.Event;
import dev.layeredsaga.testbed.failures.audit.MessagesSeen.LateAction;
import dev.layeredsaga.testbed.failures.fault.Poison;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.system.Addresses;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads a system in which nothing moves any more: its APIs, its topics, and two of its databases. */
public final class SystemReader {

    private static final String DEAD_LETTER_REASON = "dead_letter_reason";

    private final Http http = new Http();
    private final Addresses system;
    private final String kafkaBootstrapServers;

    public SystemReader(Addresses system, String kafkaBootstrapServers) {
        this.system = system;
        this.kafkaBootstrapServers = kafkaBootstrapServers;
    }

    public OrdersSeen orders(Connection orchestrator) throws SQLException {
        Map<String, OrdersSeen.Order> orders = new HashMap<>();
        page("orders", system.orders(), "/orders?limit=100", "next")
                .forEach(order -> orders.put(text(order, "orderId"), order(order)));
        Map<String, OrdersSeen.Saga> sagas = new HashMap<>();
        page("sagas", system.orchestrator(), "/sagas?limit=100", "")
                .forEach(saga -> sagas.put(text(saga, "sagaId"), saga(saga)));
        List<String> attemptsTwice = Rows.read(
                orchestrator,
                "SELECT DISTINCT saga_id::text AS id FROM saga_attempt"
                        + " GROUP BY saga_id, step, direction, attempt, sent_at HAVING count(*) > 1",
                row -> row.getString("id"));
        return new OrdersSeen(orders, sagas, attemptsTwice);
    }

    /** @param next the field that says where the next page begins; empty if that is the last id */
    private List<JsonNode> page(String what, URI service, String path, String next) {
        List<JsonNode> all = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = get(service, path + after);
            List<JsonNode> found = new ArrayList<>(page.path(what).valueStream().toList());
            String last = next.isEmpty() && !found.isEmpty() ? text(found.getLast(), "sagaId") : text(page, next);
            after = last.isEmpty() ? "" : "&after=" + last;
            all.addAll(found);
        } while (!after.isEmpty());
        return all;
    }

    private static OrdersSeen.Order order(JsonNode order) {
        return new OrdersSeen.Order(
                text(order, "orderId"),
                text(order, "status"),
                order.path("reason").path("code").asString(""),
                quantities(order.path("lines")),
                order.path("total").path("amount").asLong());
    }

    private static OrdersSeen.Saga saga(JsonNode saga) {
        return new OrdersSeen.Saga(
                text(saga, "sagaId"), text(saga, "status"), text(saga, "step"), text(saga, "waitsFor"));
    }

    public InventorySeen inventory(Set<String> skus, Connection inventory) throws SQLException {
        Map<String, InventorySeen.Item> items = new HashMap<>();
        skus.forEach(sku -> items.put(sku, item(get(system.inventory(), "/items/" + sku))));
        return new InventorySeen(
                items,
                claims(inventory),
                ClaimJournal.read(inventory),
                Rows.read(inventory, "SELECT saga_id::text AS id FROM waiter", row -> row.getString("id")));
    }

    private static InventorySeen.Item item(JsonNode item) {
        return new InventorySeen.Item(
                text(item, "sku"),
                item.path("onHand").asInt(),
                item.path("reserved").asInt(),
                !text(item, "status").equals("AVAILABLE"),
                text(item, "sagaId"));
    }

    /** Time to be expired is given to a claim whose time has just run out. */
    private static List<InventorySeen.Claim> claims(Connection inventory) throws SQLException {
        Map<String, Map<String, Integer>> lines = new HashMap<>();
        Rows.read(
                inventory,
                "SELECT id, sku, quantity FROM claim, unnest(skus, quantities) AS line (sku, quantity)",
                row -> lines.computeIfAbsent(row.getString("id"), none -> new HashMap<>())
                        .put(row.getString("sku"), row.getInt("quantity")));
        return Rows.read(
                inventory,
                "SELECT id, saga_id, state, expires_at < clock_timestamp() - interval '5 s' AS overdue FROM claim",
                row -> new InventorySeen.Claim(
                        row.getString("id"),
                        row.getString("saga_id"),
                        row.getString("state"),
                        row.getBoolean("overdue"),
                        lines.getOrDefault(row.getString("id"), Map.of())));
    }

    public GatewaySeen gateway() {
        List<Entry> entries = get(system.paymentStub(), "/ledger")
                .path("entries")
                .valueStream()
                .map(entry -> new Entry(
                        text(entry, "orderId"),
                        text(entry, "type"),
                        entry.path("amount").asLong()))
                .toList();
        List<Complaint> complaints = get(system.paymentStub(), "/audit")
                .path("invariants")
                .valueStream()
                .flatMap(invariant -> invariant
                        .path("violations")
                        .valueStream()
                        .map(violation -> new Complaint(
                                text(invariant, "name"), text(violation, "orderId"), text(violation, "detail"))))
                .toList();
        return new GatewaySeen(entries, complaints);
    }

    public MessagesSeen messages(Set<String> resentOf, List<LateAction> lateActions) {
        Map<String, List<Event>> events = new HashMap<>();
        new PublishedRecords(kafkaBootstrapServers, Topics.SAGA_EVENTS)
                .all()
                .forEach(record -> events.computeIfAbsent(String.valueOf(record.key()), none -> new ArrayList<>())
                        .add(new Event(
                                PublishedRecords.header(record, "ce_id"),
                                PublishedRecords.header(record, "ce_type"),
                                Long.parseLong(PublishedRecords.header(record, "ce_sequence")))));
        return new MessagesSeen(events, deadLetters(), resentOf, lateActions);
    }

    private List<DeadLetter> deadLetters() {
        List<DeadLetter> letters = new ArrayList<>();
        for (String topic : Topics.ALL) {
            new PublishedRecords(kafkaBootstrapServers, Topics.deadLettersOf(topic))
                    .all()
                    .forEach(record -> letters.add(new DeadLetter(
                            topic,
                            String.valueOf(record.key()),
                            PublishedRecords.header(record, DEAD_LETTER_REASON),
                            String.valueOf(record.key()).startsWith(Poison.KEY))));
        }
        return letters;
    }

    private JsonNode get(URI service, String path) {
        Http.Reply reply = http.get(service, path);
        if (reply.status() != 200) {
            throw new IllegalStateException("%s%s answers %d".formatted(service, path, reply.status()));
        }
        return reply.body();
    }

    private static Map<String, Integer> quantities(JsonNode lines) {
        Map<String, Integer> quantities = new HashMap<>();
        lines.forEach(line ->
                quantities.merge(text(line, "sku"), line.path("quantity").asInt(), Integer::sum));
        return quantities;
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }
}
