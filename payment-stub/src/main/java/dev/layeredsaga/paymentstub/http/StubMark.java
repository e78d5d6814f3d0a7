package dev.layeredsaga.paymentstub.http;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;

/** Adds the header that shows a client that no money moves. Responses broken on the wire cannot carry it. */
final class StubMark {

    static final String HEADER = "Payment-Stub";
    static final String VALUE = "true";

    private StubMark() {}

    static ResponseDefinition on(ResponseDefinition response) {
        return ResponseDefinitionBuilder.like(response)
                .withHeader(HEADER, VALUE)
                .build();
    }
}
