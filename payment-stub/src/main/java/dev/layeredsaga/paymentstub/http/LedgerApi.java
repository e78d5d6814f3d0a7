package dev.layeredsaga.paymentstub.http;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.ledger.Audit;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.util.List;

/** Reading the ledger and auditing it. */
final class LedgerApi implements Api {

    private final Ledger ledger;

    LedgerApi(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route("read-ledger", get(urlPathEqualTo("/ledger")), this::read),
                new Route("audit", get(urlPathEqualTo("/audit")), request -> Responses.ok(Audit.of(ledger.entries()))));
    }

    private ResponseDefinition read(Request request) {
        var entries = Requests.query(request, "orderId")
                .map(orderId -> ledger.entriesOf(new OrderId(orderId)))
                .orElseGet(ledger::entries);
        return Responses.ok(new LedgerView(entries.stream().map(EntryView::of).toList()));
    }

    private record LedgerView(List<EntryView> entries) {}
}
