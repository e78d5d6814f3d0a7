package dev.layeredsaga.order;

import static org.awaitility.Awaitility.await;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Client of the order API over plain HTTP. */
record Api(int port, String token) {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Set<String> OF_THE_MOMENT = Set.of("date", "connection");

    /** Creates a client with an operator's token. */
    Api(int port) {
        this(port, LocalIssuer.get().operator("kim"));
    }

    /** Returns a client with another token; unauthenticated if the token is empty. */
    Api as(String otherToken) {
        return new Api(port, otherToken);
    }

    /** A response without its date, and without what it says of its connection; the body is missing unless it is JSON. */
    record Answer(int status, HttpHeaders headers, JsonNode body) {

        /** Returns the header's first value; empty if there is none. */
        String header(String name) {
            return headers.firstValue(name).orElse("");
        }

        String contentType() {
            return header("Content-Type");
        }

        String location() {
            return header("Location");
        }

        String code() {
            return body.path("code").asString("");
        }

        UUID orderId() {
            return UUID.fromString(body.path("orderId").asString());
        }
    }

    Answer get(String path) {
        return send(request(path).GET());
    }

    Answer put(String path, String body) {
        return send(json(path).PUT(BodyPublishers.ofString(body)));
    }

    Answer post(String path) {
        return send(request(path).POST(BodyPublishers.noBody()));
    }

    /** Places an order; each key is sent as a header of its own. */
    Answer order(String body, String... keys) {
        return order(BodyPublishers.ofString(body), keys);
    }

    Answer order(BodyPublisher body, String... keys) {
        HttpRequest.Builder request = json("/orders").POST(body);
        for (String key : keys) {
            request.header("Idempotency-Key", key);
        }
        return send(request);
    }

    /** Requests a return; without a key if it is empty. */
    Answer requestReturn(UUID order, String body, String key) {
        HttpRequest.Builder request = json("/orders/" + order + "/returns").POST(BodyPublishers.ofString(body));
        return send(key.isEmpty() ? request : request.header("Idempotency-Key", key));
    }

    /** Repeats the request while another instance keeps the key or the customer for longer than the database waits, on a busy machine. */
    Answer orderUntilServed(String body, String key) {
        return untilServed(() -> order(body, key));
    }

    /** Repeats a request for as long as it is answered with 503; the first one is sent at once. */
    static Answer untilServed(Supplier<Answer> request) {
        Answer first = request.get();
        return first.status() != 503 ? first : await().until(request::get, answer -> answer.status() != 503);
    }

    /** Places an order and waits for its end, up to the given number of seconds. */
    Answer orderAndWait(String body, String key, long seconds) {
        return send(json("/orders")
                .POST(BodyPublishers.ofString(body))
                .header("Idempotency-Key", key)
                .header("Prefer", "wait=" + seconds));
    }

    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    private HttpRequest.Builder json(String path) {
        return request(path).header("Content-Type", "application/json");
    }

    Answer send(HttpRequest.Builder request) {
        try {
            return answer(CLIENT.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Answer answer(HttpResponse<String> response) {
        boolean json = response.headers().firstValue("Content-Type").orElse("").contains("json");
        return new Answer(
                response.statusCode(),
                HttpHeaders.of(response.headers().map(), (name, value) -> !OF_THE_MOMENT.contains(name)),
                json ? JSON.readTree(response.body()) : MissingNode.getInstance());
    }
}
