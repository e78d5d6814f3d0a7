package dev.layeredsaga.paymentstub.http.api;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.http.message.Requests;
import dev.layeredsaga.paymentstub.http.message.Responses;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Shows the ledger. */
final class LedgerApi {

    private final Ledger ledger;

    LedgerApi(Ledger ledger) {
        this.ledger = ledger;
    }

    List<Route> routes() {
        return List.of(new Route("read-ledger", get(urlPathEqualTo("/ledger")), this::read));
    }

    private ResponseDefinition read(Request request) {
        var entries = Requests.order(request).map(ledger::entriesOf).orElseGet(ledger::entries);
        return Responses.ok(new LedgerView(entries.stream().map(EntryView::of).toList()));
    }

    private record LedgerView(List<EntryView> entries) {}

    /** A ledger entry. */
    private record EntryView(
            long sequence,
            String type,
            UUID paymentId,
            String orderId,
            long amount,
            String currency,
            String idempotencyKey,
            Instant at) {

        static EntryView of(LedgerEntry entry) {
            Posting posting = entry.posting();
            return new EntryView(
                    entry.sequence(),
                    entry.type().name(),
                    posting.paymentId(),
                    posting.orderId().value(),
                    posting.money().amount(),
                    posting.money().currency(),
                    posting.idempotencyKey().value(),
                    entry.at());
        }
    }
}
