package dev.layeredsaga.paymentstub.http.api;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.gateway.Auditor;
import dev.layeredsaga.paymentstub.http.message.Requests;
import dev.layeredsaga.paymentstub.http.message.Responses;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.time.Duration;
import java.util.List;

/** Audits the gateway, or one of its orders. */
final class AuditApi {

    private static final String AGE = "unknownOlderThanSeconds";

    private final Auditor auditor;

    AuditApi(Auditor auditor) {
        this.auditor = auditor;
    }

    List<Route> routes() {
        return List.of(new Route("audit", get(urlPathEqualTo("/audit")), this::audit));
    }

    private ResponseDefinition audit(Request request) {
        Duration age = Requests.query(request, AGE).map(AuditApi::seconds).orElse(Auditor.DEFAULT_UNKNOWN_FOR);
        return Responses.ok(
                Requests.order(request).map(order -> auditor.audit(order, age)).orElseGet(() -> auditor.audit(age)));
    }

    private static Duration seconds(String value) {
        try {
            int seconds = Integer.parseInt(value);
            if (seconds >= 0) {
                return Duration.ofSeconds(seconds);
            }
        } catch (NumberFormatException e) {
            // reported like a negative number
        }
        throw new InvalidInput(ErrorCode.INVALID_AGE, AGE, "must be a number of seconds, from 0");
    }
}
