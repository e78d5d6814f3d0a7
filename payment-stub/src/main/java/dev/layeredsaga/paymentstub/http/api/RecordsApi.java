package dev.layeredsaga.paymentstub.http.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.fault.Calls;
import dev.layeredsaga.paymentstub.fault.Scenario.Operation;
import dev.layeredsaga.paymentstub.gateway.Auditor;
import dev.layeredsaga.paymentstub.gateway.Gateway;
import dev.layeredsaga.paymentstub.http.message.Requests;
import dev.layeredsaga.paymentstub.http.message.Responses;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.EntryType;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Shows what has happened: the ledger, its audit, and the number of calls for an order. */
record RecordsApi(Gateway gateway) {

    private static final String AGE = "unknownOlderThanSeconds";

    ResponseDefinition ledger(Request request) {
        Ledger ledger = gateway.ledger();
        var entries = Requests.order(request).map(ledger::entriesOf).orElseGet(ledger::entries);
        return Responses.ok(
                Map.of("entries", entries.stream().map(EntryView::of).toList()));
    }

    ResponseDefinition audit(Request request) {
        Auditor auditor = gateway.auditor();
        Duration age = Requests.query(request, AGE).map(RecordsApi::seconds).orElse(Auditor.DEFAULT_UNKNOWN_FOR);
        return Responses.ok(
                Requests.order(request).map(order -> auditor.audit(order, age)).orElseGet(() -> auditor.audit(age)));
    }

    private static Duration seconds(String value) {
        try {
            int seconds = Integer.parseInt(value);
            if (seconds >= 0) {
                return Duration.ofSeconds(seconds);
            }
        } catch (NumberFormatException e) {
            // reported like a negative number
        }
        throw new InvalidInput(ErrorCode.INVALID_AGE, AGE, "must be a number of seconds, from 0");
    }

    ResponseDefinition calls(Request request) {
        Calls calls = gateway.calls();
        OrderId order =
                InvalidInput.required(Requests.order(request).orElse(null), ErrorCode.INVALID_ORDER_ID, "orderId");
        return Responses.ok(new CallsView(
                order,
                calls.of(Operation.PAYMENT, order),
                calls.of(Operation.QUERY, order),
                calls.of(Operation.REFUND, order)));
    }

    private record CallsView(OrderId orderId, int payments, int queries, int refunds) {}

    /** A ledger entry. */
    private record EntryView(
            long sequence, EntryType type, @JsonUnwrapped Posting posting, Instant at) {

        static EntryView of(LedgerEntry entry) {
            return new EntryView(entry.sequence(), entry.type(), entry.posting(), entry.at());
        }
    }
}
