package dev.layeredsaga.paymentstub.http;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;

/**
 * A mapping from requests to a handler.
 *
 * @param name the handler's name among WireMock's transformers
 */
record Route(String name, MappingBuilder request, Handler handler) {

    StubMapping stub() {
        return request.willReturn(WireMock.aResponse().withTransformers(name)).build();
    }

    Route handledBy(Handler other) {
        return new Route(name, request, other);
    }
}
