package dev.layeredsaga.paymentstub.http;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import java.util.List;

/** What any house has: a sign at the door, a light in the window, and a no to strangers. */
final class HouseApi implements Api {

    private static final int AFTER_ALL_OTHERS = StubMapping.DEFAULT_PRIORITY + 1;

    @Override
    public List<Route> routes() {
        return List.of(
                new Route("home", get(urlPathEqualTo("/")), request -> home()),
                new Route(
                        "readiness",
                        get(urlPathEqualTo("/actuator/health/readiness")),
                        request -> Responses.ok(new Health("UP"))),
                new Route("not-found", any(anyUrl()).atPriority(AFTER_ALL_OTHERS), request -> notFound()));
    }

    private static ResponseDefinition home() {
        return WireMock.aResponse()
                .withHeader("Content-Type", "text/html;charset=utf-8")
                .withBody(HomePage.HTML)
                .build();
    }

    private static ResponseDefinition notFound() {
        return Problems.of(ErrorCode.NOT_FOUND, "the gateway has no such endpoint");
    }

    private record Health(String status) {}
}
