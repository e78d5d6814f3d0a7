package dev.layeredsaga.orchestrator.payment.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.orchestrator.payment.StubPolicy;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClient.RequestHeadersSpec;
import org.springframework.web.client.RestClientException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.json.JsonMapper;

/** One HTTP call to the gateway at a time: either an answer that can be read, or a {@link GatewayFailure}. */
record GatewayClient(RestClient http, StubPolicy stubs) {

    private static final Logger log = LoggerFactory.getLogger(GatewayClient.class);

    /** Failures before anything has been sent. */
    private static final List<Class<? extends IOException>> BEFORE_THE_REQUEST = List.of(
            ConnectException.class,
            ConnectTimeoutException.class,
            NoRouteToHostException.class,
            UnknownHostException.class);

    private static final JsonMapper JSON = MessageJson.mapper()
            .rebuild()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** An answer with a meaning. */
    record Answer(int status, String body) {}

    Answer post(String path, String idempotencyKey, @Nullable Object body) {
        var request = http.post()
                .uri(path)
                .header("Idempotency-Key", idempotencyKey)
                .contentType(MediaType.APPLICATION_JSON)
                .body(JSON.writeValueAsBytes(body == null ? JSON.createObjectNode() : body));
        return exchange(request);
    }

    Answer get(String path, String idempotencyKey) {
        return exchange(http.get().uri(path + "?idempotencyKey={key}", idempotencyKey));
    }

    /** @throws GatewayFailure if the body is not what it should be */
    <T> T read(Answer answer, Class<T> type) {
        T body = null;
        try {
            body = JSON.readValue(answer.body(), type);
        } catch (JacksonException e) {
            // JSON's null and no JSON at all come to the same
        }
        if (body == null) {
            throw GatewayFailure.noUsableAnswer("unreadable body with status " + answer.status());
        }
        return body;
    }

    private Answer exchange(RequestHeadersSpec<?> request) {
        try {
            return request.exchangeForRequiredValue((sent, response) -> understand(response));
        } catch (ResourceAccessException e) {
            throw failureOf(e);
        } catch (RestClientException e) {
            throw GatewayFailure.noUsableAnswer(e.getClass().getSimpleName());
        }
    }

    private Answer understand(ClientHttpResponse response) throws IOException {
        if (stubs.refuses(response.getHeaders().getFirst(StubPolicy.MARK))) {
            log.error("the payment gateway is a stub that moves no money: its answer is refused");
            throw GatewayFailure.isStub();
        }
        HttpStatusCode status = response.getStatusCode();
        if (status.value() == 401 || status.value() == 403) {
            log.warn(
                    "the payment gateway refuses the credentials of this service with {}; look at"
                            + " orchestrator.payment-gateway.api-key",
                    status.value());
            throw GatewayFailure.credentialsRefused(status.value());
        }
        if (status.value() == 429 || status.value() == 503) {
            throw GatewayFailure.turnedAway(status.value(), retryAfter(response));
        }
        if (status.is5xxServerError()) {
            throw GatewayFailure.failed(status.value());
        }
        return new Answer(status.value(), new String(response.getBody().readAllBytes(), UTF_8));
    }

    private static @Nullable Duration retryAfter(ClientHttpResponse response) {
        return Optional.ofNullable(response.getHeaders().getFirst("Retry-After"))
                .filter(value -> value.matches("\\d{1,6}"))
                .map(Long::valueOf)
                .map(Duration::ofSeconds)
                .orElse(null);
    }

    private static GatewayFailure failureOf(ResourceAccessException failure) {
        Throwable cause = failure.getCause();
        if (cause != null && BEFORE_THE_REQUEST.stream().anyMatch(kind -> kind.isInstance(cause))) {
            return GatewayFailure.unreachable(cause.getClass().getSimpleName());
        }
        return GatewayFailure.noUsableAnswer(
                cause == null ? "no answer" : cause.getClass().getSimpleName());
    }
}
