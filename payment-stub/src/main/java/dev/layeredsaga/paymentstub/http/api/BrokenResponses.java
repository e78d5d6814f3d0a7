package dev.layeredsaga.paymentstub.http.api;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.fault.Breakage;
import dev.layeredsaga.paymentstub.http.message.Problems;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import java.time.Duration;

/** Creates broken responses. */
final class BrokenResponses {

    private static final String BROKEN_JSON = "{\"status\":\"CAPTURED\",\"orderId\":\"";
    private static final int DRIBBLED_CHUNKS = 10;
    private static final Duration DRIBBLE = Duration.ofSeconds(5);

    private BrokenResponses() {}

    static ResponseDefinition of(Breakage breakage) {
        return switch (breakage) {
            case SERVER_ERROR -> Problems.of(ErrorCode.GATEWAY_ERROR, "the gateway failed");
            case UNAVAILABLE -> Problems.retryLater(ErrorCode.GATEWAY_UNAVAILABLE, "the gateway is not available");
            case RATE_LIMITED -> Problems.retryLater(ErrorCode.RATE_LIMITED, "too many requests");
            case CLOSED -> broken(Fault.EMPTY_RESPONSE);
            case RESET -> broken(Fault.CONNECTION_RESET_BY_PEER);
            case GARBAGE -> broken(Fault.RANDOM_DATA_THEN_CLOSE);
            case MALFORMED -> brokenJson().build();
            case DRIBBLE ->
                brokenJson()
                        .withChunkedDribbleDelay(DRIBBLED_CHUNKS, (int) DRIBBLE.toMillis())
                        .build();
        };
    }

    private static ResponseDefinition broken(Fault fault) {
        return WireMock.aResponse().withFault(fault).build();
    }

    private static ResponseDefinitionBuilder brokenJson() {
        return WireMock.aResponse()
                .withStatus(201)
                .withHeader("Content-Type", "application/json")
                .withBody(BROKEN_JSON);
    }
}
