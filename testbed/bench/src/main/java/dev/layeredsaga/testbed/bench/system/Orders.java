package dev.layeredsaga.testbed.bench.system;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Places orders over HTTP and waits for their last events. Thread-safe. */
final class Orders implements AutoCloseable {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String token = "Bearer " + LocalIssuer.get().operator("benchmark");
    private final URI orders;
    private final Map<String, CompletableFuture<String>> ends = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();

    private final Ends heard;

    Orders(URI orderService, String bootstrapServers) {
        this.orders = orderService.resolve("/orders");
        this.heard = Ends.heardBy(this::ended, bootstrapServers);
    }

    /** Returns at once; what is returned completes with the type of the order's last event, or with "refused". */
    CompletableFuture<String> place(String sku) {
        HttpRequest request = HttpRequest.newBuilder(orders)
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", token)
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body(sku)))
                .build();
        CompletableFuture<String> end = new CompletableFuture<>();
        CompletableFuture<?> unused = client.sendAsync(request, BodyHandlers.ofString())
                .whenComplete((response, failure) -> answered(response, failure, end));
        return end;
    }

    private static String body(String sku) {
        return """
                {"customerId": "bench", "lines": [{"sku": "%s", "quantity": 1}], "paymentMethod": "pm_ok", "onBusy": "RETRY"}
                """.formatted(sku);
    }

    private void answered(
            @Nullable HttpResponse<String> response, @Nullable Throwable failure, CompletableFuture<String> end) {
        if (response == null || response.statusCode() != 202) {
            refused.increment();
            if (refused.sum() == 1) {
                say("%nrefused: %s%n".formatted(response == null ? failure : response.statusCode() + response.body()));
            }
            end.complete("refused");
            return;
        }
        String location = response.headers().firstValue("Location").orElseThrow();
        String orderId = location.substring(location.lastIndexOf('/') + 1);
        CompletableFuture<?> unused = endOf(orderId).thenAccept(type -> {
            ends.remove(orderId);
            end.complete(type);
        });
    }

    /** The event may be quicker than the response. */
    private CompletableFuture<String> endOf(String orderId) {
        return ends.computeIfAbsent(orderId, id -> new CompletableFuture<>());
    }

    private void ended(String orderId, String type) {
        endOf(orderId).complete(type);
    }

    @Override
    public void close() {
        heard.close();
        client.close();
    }
}
