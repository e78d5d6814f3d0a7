package dev.layeredsaga.paymentstub.http.message;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;

/** Creates the responses of successful requests, and marks every response. */
public final class Responses {

    /** The header that shows a client that no money moves. */
    public static final String STUB_HEADER = "Payment-Stub";

    public static final String STUB_HEADER_VALUE = "true";

    private Responses() {}

    public static ResponseDefinition ok(Object body) {
        return WireMock.jsonResponse(Json.write(body), 200).build();
    }

    public static ResponseDefinition created(Object body, boolean replayed) {
        return replayable(WireMock.jsonResponse(Json.write(body), 201), replayed);
    }

    /** Marks a response that replays an earlier decision under the same key. */
    public static ResponseDefinition replayable(ResponseDefinitionBuilder response, boolean replayed) {
        return replayed ? response.withHeader("Idempotent-Replayed", "true").build() : response.build();
    }

    /** Adds the stub's header. Responses broken on the wire cannot carry it. */
    public static ResponseDefinition marked(ResponseDefinition response) {
        return ResponseDefinitionBuilder.like(response)
                .withHeader(STUB_HEADER, STUB_HEADER_VALUE)
                .build();
    }
}
