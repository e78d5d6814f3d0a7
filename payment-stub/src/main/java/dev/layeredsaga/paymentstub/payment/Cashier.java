package dev.layeredsaga.paymentstub.payment;

import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.ledger.EntryType;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import dev.layeredsaga.paymentstub.ledger.LedgerEntry;
import java.util.UUID;
import java.util.function.Supplier;

/** Takes the money or takes note of the refusal, and writes the ledger before anybody hears of it. */
public final class Cashier {

    private final Supplier<UUID> ids;
    private final Captures captures;
    private final Ledger ledger;

    public Cashier(Supplier<UUID> ids, Captures captures, Ledger ledger) {
        this.ids = ids;
        this.captures = captures;
        this.ledger = ledger;
    }

    Payment.Decided capture(PaymentRequest request) {
        UUID id = ids.get();
        LedgerEntry entry = ledger.append(EntryType.CAPTURED, request.posting(id));
        var captured = new Payment.Captured(id, request, entry.at());
        captures.add(captured);
        return captured;
    }

    Payment.Decided decline(PaymentRequest request, DeclineCode code) {
        UUID id = ids.get();
        ledger.append(EntryType.DECLINED, request.posting(id));
        return new Payment.Declined(id, request, code);
    }

    void noteReplay(Payment.Decided payment) {
        ledger.append(EntryType.REPLAYED, payment.request().posting(payment.id()));
    }

    long refundedOf(Payment payment) {
        return payment instanceof Payment.Captured captured
                ? captures.find(captured.id()).map(Capture::refunded).orElse(0L)
                : 0L;
    }
}
