package dev.layeredsaga.orchestrator.console.peer;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/**
 * One of the other services. A request never throws: a panel without its service says so. While the service does not answer it is
 * asked every two seconds at most, so that open consoles do not queue up behind its timeout. Thread-safe.
 */
public final class Peer {

    private static final Logger log = LoggerFactory.getLogger(Peer.class);

    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final String setting;
    private final @Nullable RestClient client;
    private final PeerCredentials credentials;
    private final Clock clock;
    private volatile @Nullable Outage outage;

    private record Outage(Instant since, Instant lastTry) {}

    /**
     * @param setting the setting that has the service's address
     * @param client the client for that address; null without an address
     */
    Peer(String setting, @Nullable RestClient client, PeerCredentials credentials, Clock clock) {
        this.setting = setting;
        this.client = client;
        this.credentials = credentials;
        this.clock = clock;
    }

    /**
     * Asks for something.
     *
     * @param path with a placeholder for each of the values
     */
    public <T> PeerAnswer<T> get(Class<T> type, String path, Object... values) {
        return send(HttpMethod.GET, null, type, path, values);
    }

    /**
     * Sends something, once and with an idempotency key of its own.
     *
     * @param body what to send as JSON; null for nothing
     * @param path with a placeholder for each of the values
     */
    public <T> PeerAnswer<T> send(
            HttpMethod method, @Nullable Object body, Class<T> type, String path, Object... values) {
        RestClient known = client;
        if (known == null) {
            return new PeerAnswer.NotConfigured<>(setting);
        }
        Outage last = outage;
        if (last != null && clock.instant().isBefore(last.lastTry().plus(PAUSE))) {
            return new PeerAnswer.NotReachable<>(last.since());
        }
        try {
            T answer = request(known, method, body, path, values).retrieve().body(type);
            outage = null;
            return answer == null ? new PeerAnswer.Done<>() : new PeerAnswer.Known<>(answer);
        } catch (RestClientResponseException e) {
            outage = null;
            return new PeerAnswer.Refused<>(e.getStatusCode().value(), detailOf(e));
        } catch (ResourceAccessException | OAuth2AuthorizationException e) {
            return notReachable(e);
        } catch (RestClientException e) {
            log.info("{}: the response cannot be read: {}", setting, e.toString());
            return new PeerAnswer.Refused<>(200, "the response cannot be read");
        }
    }

    private RestClient.RequestHeadersSpec<?> request(
            RestClient known, HttpMethod method, @Nullable Object body, String path, Object... values) {
        RestClient.RequestBodySpec request = known.method(method).uri(path, values);
        String token = credentials.token();
        if (!token.isEmpty()) {
            request.headers(headers -> headers.setBearerAuth(token));
        }
        return body == null
                ? request
                : request.header("Idempotency-Key", UUID.randomUUID().toString())
                        .contentType(MediaType.APPLICATION_JSON)
                        .body(body);
    }

    private <T> PeerAnswer<T> notReachable(Exception failure) {
        Instant now = clock.instant();
        Outage last = outage;
        if (last == null) {
            log.info("{} is not reachable: {}", setting, failure.toString());
        }
        Outage present = new Outage(last == null ? now : last.since(), now);
        outage = present;
        return new PeerAnswer.NotReachable<>(present.since());
    }

    private static String detailOf(RestClientResponseException failure) {
        try {
            ProblemDetail problem = failure.getResponseBodyAs(ProblemDetail.class);
            String detail = problem == null ? null : problem.getDetail();
            return detail == null ? "refused" : detail;
        } catch (RestClientException e) {
            return "refused";
        }
    }
}
