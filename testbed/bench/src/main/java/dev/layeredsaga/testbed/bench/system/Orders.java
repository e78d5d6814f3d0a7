package dev.layeredsaga.testbed.bench.system;

import static dev.layeredsaga.testbed.bench.measure.Console.say;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Places orders over HTTP and waits for their last events. Thread-safe. */
final class Orders implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 60_000;

    static {
        // connections that the JDK's client keeps alive: more than are ever in use at once, or it constantly opens new
        // ones
        System.setProperty("http.maxConnections", "4096");
    }

    private final String token = "Bearer " + LocalIssuer.get().operator("benchmark");
    private final URL orders;
    private final Map<String, CompletableFuture<String>> ends = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();

    private final Ends heard;

    Orders(URI orderService, String bootstrapServers) {
        this.orders = url(orderService.resolve("/orders"));
        this.heard = Ends.heardBy(this::ended, bootstrapServers);
    }

    private static URL url(URI address) {
        try {
            return address.toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Returns at once a future that completes with the type of the order's last event, or with "refused". */
    CompletableFuture<String> place(String sku) {
        CompletableFuture<String> end = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                place(body(sku).getBytes(UTF_8), end);
            } catch (IOException e) {
                refused(e.toString(), end);
            }
        });
        return end;
    }

    /** Uses the JDK's older client, which takes half as much of the CPU time that the services need. */
    private void place(byte[] body, CompletableFuture<String> end) throws IOException {
        HttpURLConnection request = (HttpURLConnection) orders.openConnection();
        request.setReadTimeout(PATIENCE_MILLIS);
        request.setRequestMethod("POST");
        request.setRequestProperty("Authorization", token);
        request.setRequestProperty("Idempotency-Key", UUID.randomUUID().toString());
        request.setRequestProperty("Content-Type", "application/json");
        request.setDoOutput(true);
        request.setFixedLengthStreamingMode(body.length);
        try (OutputStream out = request.getOutputStream()) {
            out.write(body);
        }
        int status = request.getResponseCode();
        try (InputStream in = status < 400 ? request.getInputStream() : request.getErrorStream()) {
            String answer = new String(in.readAllBytes(), UTF_8);
            if (status == 202) {
                accepted(request.getHeaderField("Location"), end);
            } else {
                refused(status + answer, end);
            }
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

    private static String body(String sku) {
        return """
                {"customerId": "bench", "lines": [{"sku": "%s", "quantity": 1}], "paymentMethod": "pm_ok", "onBusy": "RETRY"}
                """.formatted(sku);
    }

    /** Creates the future if it is missing: the event may arrive before the response. */
    private CompletableFuture<String> endOf(String orderId) {
        return ends.computeIfAbsent(orderId, id -> new CompletableFuture<>());
    }

    private void ended(String orderId, String type) {
        endOf(orderId).complete(type);
    }

    @Override
    public void close() {
        heard.close();
    }
}
