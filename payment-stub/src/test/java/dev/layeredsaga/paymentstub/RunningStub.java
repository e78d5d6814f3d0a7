package dev.layeredsaga.paymentstub;

import dev.layeredsaga.paymentstub.access.ApiKeys;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import tools.jackson.databind.json.JsonMapper;

/** A running stub and a client for it. Faults are cleared after each test; the ledger is kept. */
final class RunningStub implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> keys;
    private @Nullable PaymentStubServer stub;

    /** Creates a stub that is open to all clients. */
    RunningStub() {
        this(List.of());
    }

    /** @param keys the API keys that open it; each request shows the first */
    RunningStub(List<String> keys) {
        this.keys = keys;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        start();
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        send(request("/faults").DELETE());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        stop();
    }

    void start() {
        stub = PaymentStubServer.start(StubSettings.onPort(0).withKeys(ApiKeys.of(keys)));
    }

    void reset() {
        stub().reset();
    }

    void stop() {
        stub().close();
        client.close();
    }

    /** Waits until the active fault was applied this many times. */
    void awaitStrikes(int strikes) throws IOException {
        while (get("/faults").json().at("/faults/0/struck").asInt() < strikes) {
            Thread.onSpinWait();
        }
    }

    Reply pay(String key, String order, String method) throws IOException {
        return send(payment(key, order, method));
    }

    CompletableFuture<Reply> payAsync(String key, String order, String method) {
        return client.sendAsync(payment(key, order, method).build(), BodyHandlers.ofString())
                .thenApply(Reply::of);
    }

    /** Pays and returns the id of the captured payment. */
    String capture(String order, String method) throws IOException {
        return pay("pay-" + order, order, method).text("paymentId");
    }

    Reply payments(String key) throws IOException {
        return get("/v1/payments?idempotencyKey=" + key);
    }

    Reply refund(String key, String paymentId, @Nullable Long amount) throws IOException {
        String body = amount == null ? "" : json(Map.of("amount", amount));
        return post("/v1/payments/" + paymentId + "/refunds", key, body);
    }

    Reply post(String path, String key, String body) throws IOException {
        return send(request(path).header("Idempotency-Key", key).POST(BodyPublishers.ofString(body)));
    }

    Reply setFault(Map<String, ?> fault) throws IOException {
        return send(request("/faults").PUT(BodyPublishers.ofString(json(fault))));
    }

    Reply ledger(String order) throws IOException {
        return get("/ledger?orderId=" + order);
    }

    Reply get(String path) throws IOException {
        return send(request(path).GET());
    }

    Reply send(HttpRequest.Builder request) throws IOException {
        try {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            return Reply.of(response);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    HttpRequest.Builder payment(String key, String order, String method) {
        return request("/v1/payments")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body(order, method)));
    }

    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = bareRequest(path);
        return keys.isEmpty() ? request : request.header("Authorization", "Bearer " + keys.getFirst());
    }

    /** Creates a request without credentials. */
    HttpRequest.Builder bareRequest(String path) {
        return HttpRequest.newBuilder(URI.create(stub().url() + path)).timeout(Duration.ofSeconds(20));
    }

    int port() {
        return stub().port();
    }

    static String body(String order, String method) {
        return json(Map.of("orderId", order, "amount", 1990, "currency", "KRW", "method", method));
    }

    static String json(Object value) {
        return JSON.writeValueAsString(value);
    }

    private PaymentStubServer stub() {
        if (stub == null) {
            throw new IllegalStateException("the stub does not run");
        }
        return stub;
    }
}
