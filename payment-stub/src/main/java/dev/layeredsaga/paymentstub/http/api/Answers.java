package dev.layeredsaga.paymentstub.http.api;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Breakage;
import dev.layeredsaga.paymentstub.http.message.Problems;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import java.time.Duration;
import java.util.function.Function;

/** Converts answers of all operations to responses. */
final class Answers {

    private static final String BROKEN_JSON = "{\"status\":\"CAPTURED\",\"orderId\":\"";
    private static final int DRIBBLED_CHUNKS = 10;
    private static final Duration DRIBBLE = Duration.ofSeconds(5);

    private Answers() {}

    static <D> ResponseDefinition render(Answer<D> answer, Function<Answer.Decided<D>, ResponseDefinition> decided) {
        return switch (answer) {
            case Answer.Decided<D> decision -> decided.apply(decision);
            case Answer.Broken<D> broken -> broken(broken.breakage());
            case Answer.Refused<D> refused -> Problems.of(refused.code(), refused.detail());
        };
    }

    /** Creates the broken response. */
    static ResponseDefinition broken(Breakage breakage) {
        return switch (breakage) {
            case SERVER_ERROR -> Problems.of(ErrorCode.GATEWAY_ERROR, "the gateway failed");
            case NOT_FOUND ->
                WireMock.notFound()
                        .withHeader("Content-Type", "text/html")
                        .withBody("<html><body><h1>404 Not Found</h1></body></html>")
                        .build();
            case PENDING ->
                WireMock.jsonResponse("{\"status\":\"PENDING\"}", 202).build();
            case DUPLICATE -> Problems.of(ErrorCode.DUPLICATE_TRANSACTION, "this transaction has been made already");
            case UNAVAILABLE -> Problems.of(ErrorCode.GATEWAY_UNAVAILABLE, "the gateway is not available");
            case RATE_LIMITED -> Problems.of(ErrorCode.RATE_LIMITED, "too many requests");
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
        return WireMock.jsonResponse(BROKEN_JSON, 201);
    }
}
