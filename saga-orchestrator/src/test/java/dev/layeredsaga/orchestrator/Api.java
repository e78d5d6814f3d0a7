package dev.layeredsaga.orchestrator;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The operators' API as a client sees it. */
record Api(int port, String token) {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.shared();

    /** Kim's, an operator. */
    Api(int port) {
        this(port, LocalIssuer.get().operator("kim"));
    }

    /** The same of another caller; unauthenticated if the token is empty. */
    Api as(String otherToken) {
        return new Api(port, otherToken);
    }

    record Answer(int status, String contentType, String eTag, JsonNode body) {

        String code() {
            return body.path("code").asString("");
        }
    }

    Answer get(String path) {
        return send(to(path));
    }

    Answer get(String path, String header, String value) {
        return send(to(path).header(header, value));
    }

    Answer post(String path, String json) {
        return post(path, json, "application/json");
    }

    Answer post(String path, String body, String contentType) {
        return send(to(path).header("Content-Type", contentType).POST(BodyPublishers.ofString(body)));
    }

    Answer postWithKey(String key, String path, String json) {
        return send(to(path).header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(json)));
    }

    Answer post(String path, String json, Map<String, String> headers) {
        HttpRequest.Builder request = to(path).header("Content-Type", "application/json");
        headers.forEach(request::header);
        return send(request.POST(BodyPublishers.ofString(json)));
    }

    Answer put(String path, String json) {
        return send(to(path).header("Content-Type", "application/json").PUT(BodyPublishers.ofString(json)));
    }

    Answer delete(String path) {
        return send(to(path).DELETE());
    }

    private HttpRequest.Builder to(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    private static Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    response.headers().firstValue("ETag").orElse(""),
                    JSON.readTree(response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
