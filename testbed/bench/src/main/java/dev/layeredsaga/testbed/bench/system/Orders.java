package dev.layeredsaga.testbed.bench.system;

import static dev.layeredsaga.testbed.bench.measure.Console.say;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.bench.service.JsonHttp;
import dev.layeredsaga.testbed.bench.service.JsonHttp.Answer;
import dev.layeredsaga.testbed.bench.service.TopicTail;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.web.client.RestClientException;

/** Places orders over HTTP, at each order service in turn, and waits for their last events. Thread-safe. */
final class Orders implements AutoCloseable {

    static final String CONFIRMED = "OrderConfirmed";
    private static final Set<String> LAST = Set.of(CONFIRMED, "OrderRejected", "OrderCancelled");

    private final Peer peer;
    private final Customers customers;
    private final Map<String, CompletableFuture<String>> ends = new ConcurrentHashMap<>();
    private final AtomicInteger turn = new AtomicInteger();
    private final LongAdder refused = new LongAdder();
    private final Set<String> confirmed = ConcurrentHashMap.newKeySet();
    private final TopicTail events;
    private volatile List<JsonHttp> services = List.of();

    Orders(Peer peer, Customers customers, String bootstrapServers) {
        this.peer = peer;
        this.customers = customers;
        this.events = new TopicTail(bootstrapServers, peer.endsTopic(), this::read);
        useAllServices();
    }

    /** Places orders at the order services that there are now. */
    void useAllServices() {
        services = peer.orderServices().stream().map(JsonHttp::new).toList();
    }

    /** Places orders at the first order services only. */
    void use(int many) {
        services = services.subList(0, many);
    }

    /** Returns at once a future that completes with the type of the order's last event, or with "refused". */
    CompletableFuture<String> place(String sku) {
        CompletableFuture<String> end = new CompletableFuture<>();
        List<JsonHttp> all = services;
        JsonHttp service = all.get(Math.floorMod(turn.getAndIncrement(), all.size()));
        Thread.startVirtualThread(() -> {
            try {
                place(service, customers.any(), sku, end);
            } catch (RestClientException e) {
                refused(e.toString(), end);
            }
        });
        return end;
    }

    private void place(JsonHttp service, Customers.Customer customer, String sku, CompletableFuture<String> end) {
        byte[] body = """
                {"customerId": "%s", "lines": [{"sku": "%s", "quantity": 1}], "paymentMethod": "pm_ok", "onBusy": "RETRY"}
                """.formatted(customer.id(), sku).getBytes(UTF_8);
        String key = UUID.randomUUID().toString();
        Answer answer = service.send(
                "POST", "/orders", body, "Authorization", customer.authorization(), "Idempotency-Key", key);
        if (answer.status() == 202) {
            accepted(Objects.requireNonNull(answer.headers().getFirst("Location")), end);
        } else {
            refused(answer.status() + answer.content(), end);
        }
    }

    private void accepted(String location, CompletableFuture<String> end) {
        String orderId = location.substring(location.lastIndexOf('/') + 1);
        CompletableFuture<?> unused = endOf(orderId).thenAccept(type -> {
            ends.remove(orderId);
            end.complete(type);
        });
    }

    private void refused(String why, CompletableFuture<String> end) {
        refused.increment();
        if (refused.sum() == 1) {
            say("%nrefused: %s%n", why);
        }
        end.complete("refused");
    }

    /** Returns the number of orders confirmed so far, those included whose placing was answered by an error although they were stored. */
    long confirmed() {
        return confirmed.size();
    }

    /** Creates the future if it is missing: the event may arrive before the response. */
    private CompletableFuture<String> endOf(String orderId) {
        return ends.computeIfAbsent(orderId, id -> new CompletableFuture<>());
    }

    private void read(ConsumerRecord<String, byte[]> event) {
        String type = PublishedRecords.header(event, "ce_type");
        if (type.equals(CONFIRMED)) {
            confirmed.add(event.key());
        }
        if (LAST.contains(type)) {
            endOf(event.key()).complete(type);
        }
    }

    @Override
    public void close() {
        events.close();
    }

    /** The customers who order, each with a token of their own that was signed before the benchmark. */
    record Customers(List<Customer> all) {

        private static final int MANY = 10_000;

        /** A customer and their {@code Authorization} header. */
        record Customer(String id, String authorization) {}

        static Customers withTokens() {
            LocalIssuer issuer = LocalIssuer.get();
            return new Customers(IntStream.range(0, MANY)
                    .parallel()
                    .mapToObj(number -> "customer-" + number)
                    .map(id -> new Customer(id, "Bearer " + issuer.customer(id)))
                    .toList());
        }

        Customer any() {
            return all.get(ThreadLocalRandom.current().nextInt(all.size()));
        }
    }
}
