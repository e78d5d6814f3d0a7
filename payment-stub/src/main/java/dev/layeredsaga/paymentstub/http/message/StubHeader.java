package dev.layeredsaga.paymentstub.http.message;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;

/** Adds the header that shows a client that no money moves. Responses broken on the wire cannot carry it. */
public final class StubHeader {

    public static final String HEADER = "Payment-Stub";
    public static final String VALUE = "true";

    private StubHeader() {}

    public static ResponseDefinition on(ResponseDefinition response) {
        return ResponseDefinitionBuilder.like(response)
                .withHeader(HEADER, VALUE)
                .build();
    }
}
