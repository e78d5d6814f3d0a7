package dev.layeredsaga.testbed.bench.system;

import static dev.layeredsaga.testbed.bench.measure.Console.say;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.bench.service.JsonHttp;
import dev.layeredsaga.testbed.bench.service.JsonHttp.Answer;
import dev.layeredsaga.testbed.bench.system.Customers.Customer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Places orders over HTTP, at each order service in turn, and waits for their last events. Thread-safe. */
final class Orders implements AutoCloseable {

    private final Peer peer;
    private final Customers customers;
    private final Map<String, CompletableFuture<String>> ends = new ConcurrentHashMap<>();
    private final AtomicInteger turn = new AtomicInteger();
    private final LongAdder refused = new LongAdder();
    private final Set<String> confirmed = ConcurrentHashMap.newKeySet();
    private final Ends heard;
    private volatile List<JsonHttp> services = List.of();

    Orders(Peer peer, Customers customers, String bootstrapServers) {
        this.peer = peer;
        this.customers = customers;
        this.heard = Ends.heardBy(this::ended, bootstrapServers, peer.topics().getLast());
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
            } catch (IOException e) {
                refused(e.toString(), end);
            }
        });
        return end;
    }

    private void place(JsonHttp service, Customer customer, String sku, CompletableFuture<String> end)
            throws IOException {
        byte[] body = """
                {"customerId": "%s", "lines": [{"sku": "%s", "quantity": 1}], "paymentMethod": "pm_ok", "onBusy": "RETRY"}
                """.formatted(customer.id(), sku).getBytes(UTF_8);
        String key = UUID.randomUUID().toString();
        Answer answer = service.exchange("POST", "/orders", body, customer.authorization(), "Idempotency-Key", key);
        if (answer.status() == 202) {
            accepted(Objects.requireNonNull(answer.location()), end);
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
            say("%nrefused: %s%n".formatted(why));
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

    private void ended(String orderId, String type) {
        if (type.equals(Ends.CONFIRMED)) {
            confirmed.add(orderId);
        }
        endOf(orderId).complete(type);
    }

    @Override
    public void close() {
        heard.close();
    }
}
