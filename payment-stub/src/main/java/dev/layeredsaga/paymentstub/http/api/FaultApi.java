package dev.layeredsaga.paymentstub.http.api;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.fault.FaultSettings;
import dev.layeredsaga.paymentstub.fault.Faults;
import dev.layeredsaga.paymentstub.http.message.Requests;
import dev.layeredsaga.paymentstub.http.message.Responses;
import java.util.Map;

/** Sets, shows and clears the fault for all orders. */
record FaultApi(Faults faults) {

    ResponseDefinition set(Request request) {
        faults.set(Requests.body(request, FaultSettings.class));
        return show();
    }

    ResponseDefinition show() {
        return Responses.ok(Map.of("faults", faults.current().stream().toList()));
    }

    ResponseDefinition clear() {
        faults.clear();
        return WireMock.noContent().build();
    }
}
