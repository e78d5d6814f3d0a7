package dev.layeredsaga.paymentstub.http.api;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;

/**
 * A mapping from requests to a handler.
 *
 * @param name the handler's name among WireMock's transformers
 */
public record Route(String name, MappingBuilder request, Handler handler) {

    public StubMapping stub() {
        return request.willReturn(WireMock.aResponse().withTransformers(name)).build();
    }

    public Route handledBy(Handler other) {
        return new Route(name, request, other);
    }

    /** Handles one request. */
    @FunctionalInterface
    public interface Handler {

        /**
         * @throws dev.layeredsaga.paymentstub.vocabulary.InvalidInput if the request is invalid
         * @throws tools.jackson.core.JacksonException if its body is not the expected JSON
         */
        ResponseDefinition answer(Request request);
    }
}
