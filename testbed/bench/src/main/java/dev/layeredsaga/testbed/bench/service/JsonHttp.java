package dev.layeredsaga.testbed.bench.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * HTTP/1.1 on keep-alive connections, mostly JSON. Requests time out after a minute. Uses the JDK's older client, which takes half as
 * much of the CPU time that the services need. Thread-safe.
 */
public final class JsonHttp {

    static {
        // connections kept alive: more than are ever in use at once, or the client constantly opens new ones
        System.setProperty("http.maxConnections", "4096");
    }

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final byte[] NOTHING = {};

    private final URI base;
    private final RestClient client;

    /** Acts as an operator, unless a request has other credentials. */
    public JsonHttp(URI base) {
        this(base, HttpHeaders.AUTHORIZATION, "Bearer " + LocalIssuer.get().operator("benchmark"));
    }

    /** @param header a header that every request has, with its value */
    public JsonHttp(URI base, String header, String value) {
        this.base = base;
        SimpleClientHttpRequestFactory requests = new SimpleClientHttpRequestFactory();
        requests.setConnectTimeout(TIMEOUT);
        requests.setReadTimeout(TIMEOUT);
        client = RestClient.builder()
                .requestFactory(requests)
                .defaultHeader(header, value)
                .build();
    }

    /** A response. */
    public record Answer(int status, String content, HttpHeaders headers) {

        public JsonNode body() {
            return content.isEmpty()
                    ? JsonMapper.shared().nullNode()
                    : JsonMapper.shared().readTree(content);
        }

        /** @throws IllegalStateException if the status is not the expected one */
        public Answer expect(int expected) {
            if (status != expected) {
                throw new IllegalStateException("%d expected, but got %d %s".formatted(expected, status, content));
            }
            return this;
        }
    }

    /** @param headers name, value, name, value, … */
    public Answer send(String method, String path, String... headers) {
        return send(method, path, NOTHING, headers);
    }

    public Answer send(String method, String path, Map<String, ?> body, String... headers) {
        return send(method, path, JsonMapper.shared().writeValueAsBytes(body), headers);
    }

    /** @param body JSON; empty if there is none */
    public Answer send(String method, String path, byte[] body, String... headers) {
        RestClient.RequestBodySpec request =
                client.method(HttpMethod.valueOf(method)).uri(URI.create(base + path));
        request.headers(all -> {
            for (int i = 0; i < headers.length; i += 2) {
                all.set(headers[i], headers[i + 1]);
            }
        });
        // also without a body: the JDK's client would call an empty POST a form, which the services refuse
        request.contentType(MediaType.APPLICATION_JSON);
        if (body.length > 0) {
            request.body(body);
        }
        return request.exchangeForRequiredValue((sent, response) -> new Answer(
                response.getStatusCode().value(),
                new String(response.getBody().readAllBytes(), UTF_8),
                response.getHeaders()));
    }

    /** Reads the body of a response that is too large to keep. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(InputStream body) throws IOException;
    }

    public <T> T read(String path, Reader<T> reader) {
        return client.get()
                .uri(URI.create(base + path))
                .exchangeForRequiredValue((sent, response) -> reader.read(response.getBody()));
    }
}
