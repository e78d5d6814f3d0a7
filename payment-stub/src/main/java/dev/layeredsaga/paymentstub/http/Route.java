package dev.layeredsaga.paymentstub.http;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;

/**
 * Which requests go to which handler.
 *
 * @param name names the handler among WireMock's transformers
 */
record Route(String name, MappingBuilder request, Handler handler) {

    StubMapping stub() {
        return request.willReturn(WireMock.aResponse().withTransformers(name)).build();
    }

    Route handledBy(Handler other) {
        return new Route(name, request, other);
    }
}
