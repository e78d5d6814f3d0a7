package dev.layeredsaga.testbed.client;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.system.StubAccess;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON over HTTP with a bearer token, as any client would do it. Thread-safe. */
public final class Http {

    /** As {@code ./run} gives it to those who use its system from another process; otherwise one of our own. */
    private static final String OPERATOR = Optional.ofNullable(System.getenv("ADMIN"))
            .orElseGet(() -> LocalIssuer.get().operator("operator"));

    private final JsonMapper json = JsonMapper.shared();
    /** For all: each would have a thread that wakes up every three seconds. */
    private static final HttpClient CONNECTIONS = HttpClient.newHttpClient();

    private final RestClient client;

    /** As an operator, to whom everything but the payment stub is open; waits up to 30 s for an answer. */
    public Http() {
        this(OPERATOR, Duration.ofSeconds(30));
    }

    /** @param timeout how long to wait for an answer before it counts as lost */
    public Http(Duration timeout) {
        this(OPERATOR, timeout);
    }

    /** As a client of the payment stub, by {@code GATEWAY_KEY} or else the key of this process's stubs. */
    public static Http ofGateway() {
        return new Http(Optional.ofNullable(System.getenv("GATEWAY_KEY")).orElseGet(StubAccess::apiKey));
    }

    /** With this bearer token. */
    public Http(String token) {
        this(token, Duration.ofSeconds(30));
    }

    private Http(String token, Duration timeout) {
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(CONNECTIONS);
        requests.setReadTimeout(timeout);
        client = RestClient.builder()
                .requestFactory(requests)
                .defaultHeader(HttpHeaders.AUTHORIZATION, "Bearer " + token)
                .build();
    }

    /** An HTTP response. */
    public record Reply(int status, JsonNode body) {}

    /**
     * Returns the response.
     *
     * @throws IllegalStateException if it is no success
     */
    public static Reply accepted(Reply reply) {
        if (reply.status() < 200 || reply.status() > 299) {
            throw new IllegalStateException("unexpected answer " + reply.status() + ": " + reply.body());
        }
        return reply;
    }

    public Reply get(URI base, String path) {
        return reply(client.get().uri(base + path));
    }

    public Reply delete(URI base, String path) {
        return reply(client.delete().uri(base + path));
    }

    public Reply delete(URI base, String path, Map<String, String> headers) {
        RestClient.RequestHeadersSpec<?> request = client.delete().uri(base + path);
        headers.forEach(request::header);
        return reply(request);
    }

    public Reply put(URI base, String path, Object body) {
        return reply(withBody(client.put().uri(base + path), body));
    }

    public Reply post(URI base, String path, Object body, Map<String, String> headers) {
        RestClient.RequestBodySpec request = client.post().uri(base + path);
        headers.forEach(request::header);
        return reply(withBody(request, body));
    }

    private RestClient.RequestHeadersSpec<?> withBody(RestClient.RequestBodySpec request, Object body) {
        return request.contentType(MediaType.APPLICATION_JSON).body(json.writeValueAsBytes(body));
    }

    private Reply reply(RestClient.RequestHeadersSpec<?> request) {
        return request.exchangeForRequiredValue((sent, response) -> {
            byte[] body = response.getBody().readAllBytes();
            return new Reply(
                    response.getStatusCode().value(), body.length == 0 ? json.nullNode() : json.readTree(body));
        });
    }
}
