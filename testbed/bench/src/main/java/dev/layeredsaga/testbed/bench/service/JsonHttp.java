package dev.layeredsaga.testbed.bench.service;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON over HTTP/1.1 as an operator, on keep-alive connections. Requests time out after 30 seconds. Thread-safe. */
public final class JsonHttp implements AutoCloseable {

    private final JsonMapper json = JsonMapper.shared();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
    private final String token = "Bearer " + LocalIssuer.get().operator("benchmark");
    private final URI base;

    public JsonHttp(URI base) {
        this.base = base;
    }

    /** A response. */
    public record Answer(int status, JsonNode body) {

        /** @throws IllegalStateException if the status is not the expected one */
        public JsonNode expect(int expected) {
            if (status != expected) {
                throw new IllegalStateException("%d expected, but got %d %s".formatted(expected, status, body));
            }
            return body;
        }
    }

    /** @param headers name, value, name, value, … */
    public Answer send(String method, String path, String... headers) throws IOException, InterruptedException {
        return exchange(request(path, headers).method(method, BodyPublishers.noBody()));
    }

    public Answer send(String method, String path, Map<String, ?> body, String... headers)
            throws IOException, InterruptedException {
        return exchange(request(path, headers)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofByteArray(json.writeValueAsBytes(body))));
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", token);
        return headers.length == 0 ? request : request.headers(headers);
    }

    private Answer exchange(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
        byte[] body = response.body();
        return new Answer(response.statusCode(), body.length == 0 ? json.nullNode() : json.readTree(body));
    }

    @Override
    public void close() {
        client.close();
    }
}
