package dev.layeredsaga.orchestrator;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.jsonResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import java.util.List;
import java.util.stream.Stream;

/** The other services as the console's tests want them, all at one address. It runs until the JVM ends. */
final class ConsolePeers {

    static final String TOKEN = "token-of-the-console";

    private static final WireMockServer SERVER =
            new WireMockServer(options().dynamicPort().bindAddress("127.0.0.1"));

    static {
        SERVER.start();
    }

    private ConsolePeers() {}

    /** Returns the settings of a console that asks them. */
    static Stream<String> settings() {
        return Stream.concat(
                Stream.of("inventory", "orders", "gateway")
                        .map(peer -> "--saga.console.peers." + peer + "=" + SERVER.baseUrl()),
                Stream.of(
                        "--saga.console.peers.token=" + TOKEN,
                        "--saga.console.peers.timeout=1m",
                        "--saga.console.demo=true"));
    }

    /** Answers every request for this path so from now on. */
    static void answer(String path, int status, String json) {
        SERVER.stubFor(any(urlPathEqualTo(path)).willReturn(jsonResponse(json, status)));
    }

    /** Breaks every connection for this path from now on. */
    static void isAway(String path) {
        SERVER.stubFor(any(urlPathEqualTo(path)).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));
    }

    /** Returns the requests for this path that had another method than GET, the oldest first. */
    static List<LoggedRequest> changes(String path) {
        return SERVER.findAll(anyRequestedFor(urlPathEqualTo(path))).stream()
                .filter(request -> !request.getMethod().getName().equals("GET"))
                .toList();
    }
}
