package dev.layeredsaga.paymentstub.http;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import java.util.List;

/** Shows the ledger. */
final class LedgerApi implements Api {

    private final Ledger ledger;

    LedgerApi(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("read-ledger", get(urlPathEqualTo("/ledger")), this::read));
    }

    private ResponseDefinition read(Request request) {
        var entries = Requests.order(request).map(ledger::entriesOf).orElseGet(ledger::entries);
        return Responses.ok(new LedgerView(entries.stream().map(EntryView::of).toList()));
    }

    private record LedgerView(List<EntryView> entries) {}
}
