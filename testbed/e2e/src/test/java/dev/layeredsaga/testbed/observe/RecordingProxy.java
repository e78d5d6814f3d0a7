package dev.layeredsaga.testbed.observe;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Stands before the payment gateway and writes down in which trace it is asked. */
final class RecordingProxy implements AutoCloseable {

    /** The client's own affair, or that of the connection. */
    private static final List<String> NOT_PASSED_ON =
            List.of("Host", "Content-length", "Connection", "Accept-encoding");

    private final HttpServer server;
    private final Supplier<URI> target;
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Call> calls = new CopyOnWriteArrayList<>();

    /** One request. */
    record Call(String about, String traceParent) {}

    private RecordingProxy(HttpServer server, Supplier<URI> target) {
        this.server = server;
        this.target = target;
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::forward);
    }

    /** @param target where to, asked with each request */
    static RecordingProxy start(Supplier<URI> target) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        RecordingProxy proxy = new RecordingProxy(server, target);
        server.start();
        return proxy;
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** The trace ids that calls about this order came with. */
    List<String> tracesOf(String orderId) {
        return calls.stream()
                .filter(call -> call.about().contains(orderId))
                .map(call -> call.traceParent().split("-", -1)[1])
                .toList();
    }

    private void forward(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String about = exchange.getRequestURI() + new String(body, UTF_8);
            calls.add(new Call(
                    about,
                    Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("traceparent"), "00-none-")));
            HttpResponse<byte[]> answer = client.send(requestFor(exchange, body), BodyHandlers.ofByteArray());
            answer.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpRequest requestFor(HttpExchange exchange, byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(target.get().resolve(exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
        for (Map.Entry<String, List<String>> header :
                exchange.getRequestHeaders().entrySet()) {
            if (!NOT_PASSED_ON.contains(header.getKey())) {
                header.getValue().forEach(value -> request.header(header.getKey(), value));
            }
        }
        return request.build();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
