package dev.layeredsaga.paymentstub.http.api;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;

import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.matching.RequestPattern;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import dev.layeredsaga.paymentstub.http.message.Problems;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import java.util.List;
import java.util.stream.Collectors;

/** Rejects requests that match no route: 405 for a wrong method at a known path, 404 for an unknown path. */
final class NotFoundApi {

    private static final int AFTER_ALL_OTHERS = StubMapping.DEFAULT_PRIORITY + 1;

    private final List<RequestPattern> known;

    NotFoundApi(List<Route> known) {
        this.known = known.stream().map(route -> route.stub().getRequest()).toList();
    }

    Route route() {
        return new Route("not-found", any(anyUrl()).atPriority(AFTER_ALL_OTHERS), this::reject);
    }

    private ResponseDefinition reject(Request request) {
        String methods = methodsAt(request.getUrl());
        return methods.isEmpty()
                ? Problems.of(ErrorCode.NOT_FOUND, "the gateway has no such endpoint")
                : Problems.notAllowed(methods);
    }

    private String methodsAt(String url) {
        return known.stream()
                .filter(pattern -> pattern.getUrlMatcher().match(url).isExactMatch())
                .map(pattern -> pattern.getMethod().value())
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
