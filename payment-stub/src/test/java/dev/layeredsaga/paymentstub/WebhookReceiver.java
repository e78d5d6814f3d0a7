package dev.layeredsaga.paymentstub;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A merchant's server that records received webhooks. */
final class WebhookReceiver implements AutoCloseable {

    record Received(Map<String, List<String>> headers, String body) {

        String header(String name) {
            return headers.getOrDefault(name, List.of("")).getFirst();
        }
    }

    final List<Received> received = new CopyOnWriteArrayList<>();

    /** The status that the first request is answered with; all others are acknowledged. */
    volatile int first = 204;

    private final HttpServer server;

    WebhookReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::receive);
        server.start();
    }

    private void receive(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        received.add(new Received(Map.copyOf(exchange.getRequestHeaders()), body));
        exchange.sendResponseHeaders(received.size() == 1 ? first : 204, -1);
        exchange.close();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort() + "/hooks";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
