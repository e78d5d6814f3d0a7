package dev.layeredsaga.testbed.failures.audit.seen;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.client.SagaEvents;
import dev.layeredsaga.testbed.failures.Rows;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Accepted;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Stock;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Complaint;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Entry;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.DeadLetter;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.Event;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.LateAction;
import dev.layeredsaga.testbed.failures.audit.seen.ReturnsSeen.Completed;
import dev.layeredsaga.testbed.failures.fault.Poison;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.system.Addresses;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a system: all of one in which nothing moves any more, with its topics and two of its databases, or a few orders of one
 * that goes on, by HTTP and at the public topic alone. Thread-safe.
 */
public final class SystemReader {

    private static final String DEAD_LETTER_REASON = "dead_letter_reason";

    private static final String UNBALANCED = """
            SELECT item.sku FROM item LEFT JOIN stock_movement ON stock_movement.sku = item.sku
            GROUP BY item.sku HAVING coalesce(sum(delta), 0) <> on_hand + sold
            """;

    /** Given to a claim whose time has just run out. */
    private static final Duration TIME_TO_EXPIRE = Duration.ofSeconds(5);

    private final Http http = new Http();
    private final Http gateway = Http.ofGateway();
    private final Addresses system;
    private final String kafkaBootstrapServers;

    public SystemReader(Addresses system, String kafkaBootstrapServers) {
        this.system = system;
        this.kafkaBootstrapServers = kafkaBootstrapServers;
    }

    /**
     * Reads these orders, and the items that their customers know.
     *
     * @throws IllegalStateException if a part of the system does not answer
     */
    public Observations ordersOf(CustomersSeen customers, Collection<String> orderIds) {
        Map<String, OrdersSeen.Order> orders = new HashMap<>();
        Map<String, OrdersSeen.Saga> sagas = new HashMap<>();
        List<Entry> entries = new ArrayList<>();
        List<Complaint> complaints = new ArrayList<>();
        Map<String, List<Event>> events = new HashMap<>();
        SagaEvents published = SagaEvents.read(kafkaBootstrapServers);
        for (String id : orderIds) {
            order(id).ifPresent(order -> orders.put(id, order));
            saga(id).ifPresent(saga -> sagas.put(id, saga));
            entries.addAll(entries("?orderId=" + id));
            complaints.addAll(complaints("?orderId=" + id));
            events.put(
                    id,
                    published.of(id).stream()
                            .map(event -> new Event(event.id(), event.type(), event.sequence()))
                            .toList());
        }
        return new Observations(
                customers,
                new OrdersSeen(orders, sagas, List.of()),
                inventory(customers.stocks()),
                new GatewaySeen(entries, complaints),
                new MessagesSeen(events, List.of(), Set.copyOf(orderIds), List.of()),
                LocksSeen.NONE,
                TablesSeen.NONE);
    }

    /** Returns the order; empty if the order-service knows none. */
    public Optional<OrdersSeen.Order> order(String id) {
        return find(system.orders(), "/orders/" + id).map(SystemReader::order);
    }

    /** Returns the order's saga; empty if the orchestrator knows none. */
    public Optional<OrdersSeen.Saga> saga(String id) {
        return find(system.orchestrator(), "/sagas/" + id).map(SystemReader::saga);
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
                text(saga, "sagaId"),
                text(saga, "status"),
                text(saga, "direction"),
                text(saga, "step"),
                text(saga, "waitsFor"));
    }

    public InventorySeen inventory(Set<String> skus, Connection inventory) throws SQLException {
        Map<String, InventorySeen.Item> items = new HashMap<>();
        skus.forEach(sku -> items.put(sku, item(get(system.inventory(), "/items/" + sku))));
        return new InventorySeen(
                items,
                claims(inventory),
                ClaimJournal.read(inventory),
                Rows.read(inventory, "SELECT saga_id::text AS id FROM waiter", row -> row.getString("id")),
                Rows.read(inventory, UNBALANCED, row -> row.getString("sku")));
    }

    /** Reads by HTTP, which shows no claim's past and no queue. */
    private InventorySeen inventory(List<Stock> stocks) {
        Map<String, InventorySeen.Item> items = new HashMap<>();
        List<InventorySeen.Claim> claims = new ArrayList<>();
        for (Stock stock : stocks) {
            items.put(stock.sku(), item(get(system.inventory(), "/items/" + stock.sku())));
            get(system.inventory(), "/claims?sku=" + stock.sku()).forEach(claim -> claims.add(claim(claim)));
        }
        return new InventorySeen(items, claims, List.of(), List.of(), List.of());
    }

    private static InventorySeen.Claim claim(JsonNode claim) {
        return new InventorySeen.Claim(
                text(claim, "claimId"),
                text(claim, "owner"),
                text(claim, "state"),
                Instant.parse(text(claim, "expiresAt")).isBefore(Instant.now().minus(TIME_TO_EXPIRE)),
                quantities(claim.path("lines")));
    }

    private static InventorySeen.Item item(JsonNode item) {
        return new InventorySeen.Item(
                text(item, "sku"),
                item.path("onHand").asInt(),
                item.path("reserved").asInt(),
                !text(item, "status").equals("AVAILABLE"),
                text(item, "sagaId"));
    }

    private static List<InventorySeen.Claim> claims(Connection inventory) throws SQLException {
        Map<String, Map<String, Integer>> lines = new HashMap<>();
        Rows.read(
                inventory,
                "SELECT id, sku, quantity FROM claim, unnest(skus, quantities) AS line (sku, quantity)",
                row -> lines.computeIfAbsent(row.getString("id"), none -> new HashMap<>())
                        .put(row.getString("sku"), row.getInt("quantity")));
        return Rows.read(
                inventory,
                "SELECT id, saga_id, state, expires_at < clock_timestamp() - interval '%d s' AS overdue FROM claim"
                        .formatted(TIME_TO_EXPIRE.toSeconds()),
                row -> new InventorySeen.Claim(
                        row.getString("id"),
                        row.getString("saga_id"),
                        row.getString("state"),
                        row.getBoolean("overdue"),
                        lines.getOrDefault(row.getString("id"), Map.of())));
    }

    public GatewaySeen gateway() {
        return new GatewaySeen(entries(""), complaints(""));
    }

    private List<Entry> entries(String query) {
        return get(system.paymentStub(), "/ledger" + query)
                .path("entries")
                .valueStream()
                .map(entry -> new Entry(
                        text(entry, "orderId"),
                        text(entry, "type"),
                        entry.path("amount").asLong()))
                .toList();
    }

    private List<Complaint> complaints(String query) {
        return get(system.paymentStub(), "/audit" + query)
                .path("invariants")
                .valueStream()
                .flatMap(invariant -> invariant
                        .path("violations")
                        .valueStream()
                        .map(violation -> new Complaint(
                                text(invariant, "name"), text(violation, "orderId"), text(violation, "detail"))))
                .toList();
    }

    public MessagesSeen messages(Set<String> resentOf, List<LateAction> lateActions) {
        Map<String, List<Event>> events = new HashMap<>();
        Stream.of(Topics.SAGA_EVENTS, Topics.RETURNS_EVENTS)
                .flatMap(topic -> new PublishedRecords(kafkaBootstrapServers, topic).all().stream())
                .forEach(record -> events.computeIfAbsent(String.valueOf(record.key()), none -> new ArrayList<>())
                        .add(new Event(
                                PublishedRecords.header(record, "ce_id"),
                                PublishedRecords.header(record, "ce_type"),
                                Long.parseLong(PublishedRecords.header(record, "ce_sequence")))));
        return new MessagesSeen(events, deadLetters(), resentOf, lateActions);
    }

    /** @param accepted as the customers were answered */
    public ReturnsSeen returns(List<Accepted> accepted) {
        Map<String, Set<Completed>> completed = new HashMap<>();
        Map<String, ReturnsSeen.Return> known = new HashMap<>();
        for (ConsumerRecord<String, String> record :
                new PublishedRecords(kafkaBootstrapServers, Topics.RETURNS_EVENTS).all()) {
            JsonNode event = JsonMapper.shared().readTree(record.value());
            String type = PublishedRecords.header(record, "ce_type");
            if (type.equals("ReturnCompleted")) {
                completed
                        .computeIfAbsent(text(event, "orderId"), none -> new HashSet<>())
                        .add(new Completed(
                                record.key(),
                                event.at("/amount/amount").asLong(),
                                quantities(event.path("putBack")),
                                quantities(event.path("writtenOff"))));
            } else if (type.equals("ReturnStarted")) {
                find(system.orders(), "/orders/" + text(event, "orderId") + "/returns")
                        .ifPresent(list -> list.path("returns").forEach(one -> {
                            String id = text(one, "returnId");
                            known.put(id, new ReturnsSeen.Return(id, text(one, "status")));
                        }));
            }
        }
        return new ReturnsSeen(accepted, known, completed);
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

    /** @param databases by the name of their service */
    public TablesSeen tables(Map<String, Connection> databases, Connection orchestrator) throws SQLException {
        List<String> held = new ArrayList<>();
        List<String> unsent = new ArrayList<>();
        for (Map.Entry<String, Connection> database : databases.entrySet()) {
            String service = database.getKey();
            held.addAll(Rows.read(
                    database.getValue(),
                    "SELECT topic, convert_from(message_key, 'UTF8') AS key, reason FROM held_message",
                    row -> "%s: %s of %s, %s"
                            .formatted(
                                    service, row.getString("topic"), row.getString("key"), row.getString("reason"))));
            unsent.addAll(Rows.read(
                    database.getValue(),
                    "SELECT id, 'waits' AS why FROM outbox UNION ALL SELECT parcel, reason FROM outbox_stuck",
                    row -> "%s: %d, %s".formatted(service, row.getLong("id"), row.getString("why"))));
        }
        return new TablesSeen(
                Rows.read(
                        orchestrator,
                        "SELECT saga_id::text AS id, state, amount - parts_made AS rest FROM payment",
                        row -> new TablesSeen.Payment(
                                row.getString("id"), row.getString("state"), row.getLong("rest"))),
                held,
                unsent);
    }

    private JsonNode get(URI service, String path) {
        return find(service, path)
                .orElseThrow(() -> new IllegalStateException("%s%s is not there".formatted(service, path)));
    }

    private Optional<JsonNode> find(URI service, String path) {
        Http.Reply reply = (service.equals(system.paymentStub()) ? gateway : http).get(service, path);
        return switch (reply.status()) {
            case 200 -> Optional.of(reply.body());
            case 404 -> Optional.empty();
            default -> throw new IllegalStateException("%s%s answers %d".formatted(service, path, reply.status()));
        };
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
