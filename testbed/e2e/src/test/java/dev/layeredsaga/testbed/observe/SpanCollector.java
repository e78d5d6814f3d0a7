package dev.layeredsaga.testbed.observe;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Receives spans over OTLP/HTTP, as a collector does. */
final class SpanCollector implements AutoCloseable {

    private static final String PATH = "/v1/traces";

    private final HttpServer server;
    private final List<CollectedSpan> spans = new CopyOnWriteArrayList<>();

    private SpanCollector(HttpServer server) {
        this.server = server;
        server.createContext(PATH, this::receive);
    }

    /** A span as it was exported; {@code parentId} is empty for the first of a trace. */
    record CollectedSpan(String service, String name, String traceId, String spanId, String parentId) {}

    static SpanCollector start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        SpanCollector collector = new SpanCollector(server);
        server.start();
        return collector;
    }

    String endpoint() {
        return "http://localhost:" + server.getAddress().getPort() + PATH;
    }

    List<CollectedSpan> ofTrace(String traceId) {
        return spans.stream().filter(span -> span.traceId().equals(traceId)).toList();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            ProtobufFields request =
                    new ProtobufFields(exchange.getRequestBody().readAllBytes());
            request.messages(1).forEach(this::add);
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private void add(ProtobufFields resourceSpans) {
        String service = resourceSpans.messages(1).stream()
                .flatMap(resource -> resource.messages(1).stream())
                .filter(attribute -> attribute.text(1).equals("service.name"))
                .map(attribute -> attribute.messages(2).getFirst().text(1))
                .findFirst()
                .orElse("");
        resourceSpans.messages(2).stream()
                .flatMap(scope -> scope.messages(2).stream())
                .forEach(span ->
                        spans.add(new CollectedSpan(service, span.text(5), span.hex(1), span.hex(2), span.hex(4))));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
