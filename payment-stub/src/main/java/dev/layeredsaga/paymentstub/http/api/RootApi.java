package dev.layeredsaga.paymentstub.http.api;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.http.message.Responses;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Serves the home page and the readiness probe. */
final class RootApi {

    List<Route> routes() {
        return List.of(
                new Route("home", get(urlPathEqualTo("/")), request -> home()),
                new Route(
                        "readiness",
                        get(urlPathEqualTo("/actuator/health/readiness")),
                        request -> Responses.ok(new Health("UP"))));
    }

    private ResponseDefinition home() {
        return WireMock.aResponse()
                .withHeader("Content-Type", "text/html;charset=utf-8")
                .withBody(HomePage.html())
                .build();
    }

    private record Health(String status) {}

    /** The stub's home page. It is public and therefore shows nothing that the stub has done. */
    private static final class HomePage {

        private HomePage() {}

        static String html() {
            return """
                <!doctype html>
                <html lang="en">
                <title>Payment stub</title>
                <h1>This is a stub. It moves no money.</h1>
                <p>It plays a payment gateway that fails on demand, and keeps a ledger of what it would have done.</p>
                <ul>
                <li><a href="/docs"><code>/docs</code></a>, <a href="/openapi.yaml"><code>/openapi.yaml</code></a>: the API in detail</li>
                <li><code>POST /v1/payments</code>, <code>GET /v1/payments?idempotencyKey=</code></li>
                <li><code>POST /v1/payments/{paymentId}/refunds</code></li>
                <li><a href="/faults"><code>/faults</code></a> (GET, PUT, DELETE): the fault for all orders</li>
                <li><a href="/webhooks"><code>/webhooks</code></a> (GET, PUT, DELETE): the webhook settings and delivery counts</li>
                <li><a href="/ledger"><code>GET /ledger</code></a>, <code>?orderId=</code></li>
                <li><a href="/audit"><code>GET /audit</code></a>, <code>?orderId=</code>,
                <code>?unknownOlderThanSeconds=</code> (120)</li>
                <li><code>GET /calls?orderId=</code>: the number of calls for an order</li>
                <li><a href="/actuator/health/readiness"><code>GET /actuator/health/readiness</code></a></li>
                <li><a href="/__admin/requests"><code>/__admin</code></a>: WireMock, which is underneath</li>
                </ul>
                <p>Scenarios, each also a payment method with <code>pm_</code> before its name:</p>
                <ul>
                %s
                </ul>
                </html>
                """.formatted(scenarios());
        }

        private static String scenarios() {
            return Arrays.stream(Scenario.values())
                    .map(scenario -> "<li><code>" + scenario.wireName() + "</code></li>")
                    .collect(Collectors.joining("\n"));
        }
    }
}
