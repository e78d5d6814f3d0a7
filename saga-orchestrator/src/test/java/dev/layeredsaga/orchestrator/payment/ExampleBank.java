package dev.layeredsaga.orchestrator.payment;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The bank of docs/writing-a-gateway.md. */
final class ExampleBank implements AutoCloseable {

    private final JsonMapper json = JsonMapper.shared();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, ObjectNode> payments = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
    private final Map<String, ObjectNode> refunds = new ConcurrentHashMap<>();
    private volatile String state = "TAKEN";
    private volatile boolean losing;
    private volatile boolean aboutAnother;
    private volatile int failing;
    private volatile CountDownLatch gate = new CountDownLatch(0);

    ExampleBank() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** Returns the charges asked for under the key. */
    int calls(String key) {
        return calls.getOrDefault(key, new AtomicInteger()).get();
    }

    void isWell() {
        state = "TAKEN";
        losing = false;
        aboutAnother = false;
        failing = 0;
        gate.countDown();
    }

    /** Does what it is asked, and closes the connection. */
    void losesAnswers() {
        losing = true;
    }

    /** Puts new payments into this state. */
    void answersWith(String state) {
        this.state = state;
    }

    /** Does nothing, and answers with this status and no JSON. */
    void fails(int status) {
        failing = status;
    }

    void showsAnotherOrder() {
        aboutAnother = true;
    }

    /** Answers nothing until it is well. */
    void hangs() {
        gate = new CountDownLatch(1);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            gate.await();
            byte[] request = exchange.getRequestBody().readAllBytes();
            if (failing != 0) {
                exchange.sendResponseHeaders(failing, -1);
                return;
            }
            byte[] answer = answerTo(exchange, request).toString().getBytes(UTF_8);
            if (!losing) {
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private JsonNode answerTo(HttpExchange exchange, byte[] request) {
        String[] path = exchange.getRequestURI().getPath().split("/", -1);
        if (exchange.getRequestMethod().equals("GET")) {
            String key = exchange.getRequestURI().getQuery().replaceFirst("^key=", "");
            ObjectNode payment = payments.get(key);
            return payment == null
                    ? json.createArrayNode()
                    : json.createArrayNode().add(shown(payment));
        }
        JsonNode wanted = json.readTree(request);
        if (path.length == 3) {
            calls.computeIfAbsent(path[2], key -> new AtomicInteger()).incrementAndGet();
            return shown(payments.computeIfAbsent(path[2], key -> payment(key, wanted)));
        }
        ObjectNode payment = Objects.requireNonNull(payments.get(path[2].replace("id-of-", "")));
        return refunds.computeIfAbsent(path[4], key -> refund(payment, wanted));
    }

    private ObjectNode payment(String key, JsonNode wanted) {
        return json.createObjectNode()
                .put("id", "id-of-" + key)
                .put("order", wanted.path("order").asString())
                .put("state", state)
                .put("refusal", state.equals("REFUSED") ? "no funds" : null)
                .put("amount", wanted.path("amount").asLong())
                .put("currency", wanted.path("currency").asString())
                .put("returned", 0L);
    }

    private ObjectNode shown(ObjectNode payment) {
        return aboutAnother ? payment.deepCopy().put("order", UUID.randomUUID().toString()) : payment;
    }

    private ObjectNode refund(ObjectNode payment, JsonNode wanted) {
        long returned = payment.path("returned").asLong();
        long left = payment.path("amount").asLong() - returned;
        long amount = wanted.path("amount").asLong(left);
        if (amount > left) {
            return json.createObjectNode().put("refusal", "exceeds");
        }
        payment.put("returned", returned + amount);
        return json.createObjectNode();
    }

    @Override
    public void close() {
        isWell();
        server.stop(0);
        threads.close();
    }
}
