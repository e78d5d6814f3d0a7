package dev.layeredsaga.paymentstub.http;

import static com.github.tomakehurst.wiremock.client.WireMock.delete;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.put;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.fault.Faults;
import java.util.List;

/** Sets, shows and clears the fault for all orders. */
final class FaultApi implements Api {

    private static final String PATH = "/faults";

    private final Faults faults;

    FaultApi(Faults faults) {
        this.faults = faults;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route("set-fault", put(urlPathEqualTo(PATH)), this::set),
                new Route("show-fault", get(urlPathEqualTo(PATH)), request -> show()),
                new Route("clear-fault", delete(urlPathEqualTo(PATH)), request -> clear()));
    }

    private ResponseDefinition set(Request request) {
        FaultBody body = Requests.body(request, FaultBody.class);
        faults.set(body.settings());
        return show();
    }

    private ResponseDefinition show() {
        return Responses.ok(
                new FaultsView(faults.current().map(FaultView::of).stream().toList()));
    }

    private ResponseDefinition clear() {
        faults.clear();
        return WireMock.noContent().build();
    }

    private record FaultsView(List<FaultView> faults) {}
}
