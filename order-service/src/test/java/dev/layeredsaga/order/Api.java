package dev.layeredsaga.order;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** The order API as a client sees it: plain HTTP, nothing hidden. */
record Api(int port) {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.shared();

    /** What came back; a body that is not JSON is missing. */
    record Answer(int status, String contentType, String location, JsonNode body) {

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

    /** Places an order; each key becomes a header. */
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

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
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
        String contentType = response.headers().firstValue("Content-Type").orElse("");
        return new Answer(
                response.statusCode(),
                contentType,
                response.headers().firstValue("Location").orElse(""),
                contentType.contains("json") ? JSON.readTree(response.body()) : MissingNode.getInstance());
    }
}
