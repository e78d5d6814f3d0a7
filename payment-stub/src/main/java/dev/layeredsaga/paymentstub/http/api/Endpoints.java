package dev.layeredsaga.paymentstub.http.api;

import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.gateway.Gateway;
import dev.layeredsaga.paymentstub.http.message.Problems;
import dev.layeredsaga.paymentstub.http.message.Responses;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The table of all endpoints of a gateway. */
public final class Endpoints {

    private final List<Route> routes;

    public Endpoints(Gateway gateway) {
        var merchant = new MerchantApi(gateway.payments(), gateway.refunds());
        var faults = new FaultApi(gateway.faults());
        var webhooks = new WebhookApi(gateway.webhooks());
        var records = new RecordsApi(gateway);
        routes = List.of(
                new Route("POST", "/v1/payments", (request, path) -> merchant.pay(request)),
                new Route("GET", "/v1/payments", (request, path) -> merchant.find(request)),
                new Route(
                        "POST",
                        "/v1/payments/{paymentId}/refunds",
                        (request, path) -> merchant.refund(request, path.getOrDefault("paymentId", ""))),
                new Route("PUT", "/faults", (request, path) -> faults.set(request)),
                new Route("GET", "/faults", (request, path) -> faults.show()),
                new Route("DELETE", "/faults", (request, path) -> faults.clear()),
                new Route("PUT", "/webhooks", (request, path) -> webhooks.set(request)),
                new Route("GET", "/webhooks", (request, path) -> webhooks.show()),
                new Route("DELETE", "/webhooks", (request, path) -> webhooks.clear()),
                new Route("GET", "/ledger", (request, path) -> records.ledger(request)),
                new Route("GET", "/audit", (request, path) -> records.audit(request)),
                new Route("GET", "/calls", (request, path) -> records.calls(request)),
                new Route("GET", "/", (request, path) -> Pages.home()),
                new Route("GET", "/docs", (request, path) -> Pages.docs()),
                new Route("GET", "/docs/{file}", (request, path) -> Pages.docsFile(path.getOrDefault("file", ""))),
                new Route("GET", "/openapi.yaml", (request, path) -> Pages.specification()),
                new Route(
                        "GET", "/actuator/health/readiness", (request, path) -> Responses.ok(Map.of("status", "UP"))));
    }

    public List<Route> routes() {
        return routes;
    }

    /**
     * Answers a request: with 404 at an unknown path, with 405 for a wrong method at a known one.
     *
     * @throws dev.layeredsaga.paymentstub.vocabulary.InvalidInput if the request is invalid
     * @throws tools.jackson.core.JacksonException if its body is not the expected JSON
     */
    public ResponseDefinition answer(Request request) {
        String path = request.getUrl().replaceFirst("\\?.*", "");
        List<Route> here =
                routes.stream().filter(route -> route.path().matches(path)).toList();
        if (here.isEmpty()) {
            return Problems.of(ErrorCode.NOT_FOUND, "the gateway has no such endpoint");
        }
        return here.stream()
                .filter(route -> route.method().equals(request.getMethod().getName()))
                .findFirst()
                .map(route -> route.handler().answer(request, route.path().parse(path)))
                .orElseGet(() -> Problems.notAllowed(
                        here.stream().map(Route::method).sorted().collect(Collectors.joining(", "))));
    }
}
