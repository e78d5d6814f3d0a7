package dev.layeredsaga.paymentstub.http;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import java.util.List;

/** Serves the home page and the readiness probe. */
final class HouseApi implements Api {

    @Override
    public List<Route> routes() {
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
}
