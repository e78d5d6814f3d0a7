package dev.layeredsaga.orchestrator.console.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.orchestrator.console.peer.PeerAnswer.Answered;
import dev.layeredsaga.orchestrator.console.peer.PeerAnswer.NotConfigured;
import dev.layeredsaga.orchestrator.console.peer.PeerAnswer.NotReachable;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Calls other services in the name of the current request's caller. A call takes at most about four seconds, is made once, and never
 * fails: what went wrong is its answer. Thread-safe.
 */
public final class Peers {

    private static final Set<Integer> NOT_NOW = Set.of(502, 503, 504);

    private final PeerSettings settings;
    private final RestClient http;
    private final CallerToken token;
    private final Clock clock;
    private final Map<Peer, Instant> silentSince = new ConcurrentHashMap<>();

    Peers(PeerSettings settings, RestClient http, CallerToken token, Clock clock) {
        this.settings = settings;
        this.http = http;
        this.token = token;
        this.clock = clock;
    }

    /** Returns true if the console has an address of the service. */
    public boolean knows(Peer peer) {
        return settings.address(peer).isPresent();
    }

    /** @param variables the values of the path's {@code {}}, in their order, which are encoded */
    public PeerAnswer get(Peer peer, String path, Object... variables) {
        return call(HttpMethod.GET, peer, path, variables, null, Map.of());
    }

    /** @param headers for example {@code If-Match} or {@code Idempotency-Key} */
    public PeerAnswer send(
            HttpMethod method, Peer peer, String path, @Nullable String json, Map<String, String> headers) {
        return call(method, peer, path, new Object[0], json, headers);
    }

    private PeerAnswer call(
            HttpMethod method,
            Peer peer,
            String path,
            Object[] variables,
            @Nullable String json,
            Map<String, String> headers) {
        Optional<URI> address = settings.address(peer);
        if (address.isEmpty()) {
            return new NotConfigured();
        }
        URI uri = UriComponentsBuilder.fromUriString(address.get() + path)
                .encode()
                .buildAndExpand(variables)
                .toUri();
        RestClient.RequestBodySpec request = http.method(method).uri(uri);
        token.current().ifPresent(value -> request.headers(all -> all.setBearerAuth(value)));
        headers.forEach(request::header);
        if (json != null) {
            request.contentType(MediaType.APPLICATION_JSON).body(json);
        }
        try {
            Answered answer = request.exchangeForRequiredValue((sent, response) -> read(response));
            return NOT_NOW.contains(answer.status()) ? silent(peer) : spoke(peer, answer);
        } catch (RestClientException e) {
            return silent(peer);
        }
    }

    private static Answered read(ClientHttpResponse response) throws IOException {
        return new Answered(
                response.getStatusCode().value(),
                new String(response.getBody().readAllBytes(), UTF_8),
                response.getHeaders().getETag());
    }

    private PeerAnswer spoke(Peer peer, Answered answer) {
        silentSince.remove(peer);
        return answer;
    }

    private PeerAnswer silent(Peer peer) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        return new NotReachable(silentSince.computeIfAbsent(peer, first -> now));
    }
}
