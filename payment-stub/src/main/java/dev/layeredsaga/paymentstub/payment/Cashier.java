package dev.layeredsaga.paymentstub.payment;

import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.ledger.Deed;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import dev.layeredsaga.paymentstub.ledger.LedgerEntry;
import java.util.UUID;
import java.util.function.Supplier;

/** Captures or declines payments, and writes the ledger before the client is answered. */
public final class Cashier {

    private final Supplier<UUID> ids;
    private final Captures captures;
    private final Ledger ledger;

    public Cashier(Supplier<UUID> ids, Captures captures, Ledger ledger) {
        this.ids = ids;
        this.captures = captures;
        this.ledger = ledger;
    }

    Payment.Decided capture(PaymentRequest request, boolean answerLost) {
        UUID id = ids.get();
        var deed = new Deed.Captured(request.method().scenario(), answerLost);
        LedgerEntry entry = ledger.append(deed, request.posting(id));
        return recall(new Payment.Captured(id, request, entry.at()));
    }

    Payment.Decided decline(PaymentRequest request, DeclineCode code) {
        UUID id = ids.get();
        ledger.append(new Deed.Declined(request.method().scenario(), code), request.posting(id));
        return new Payment.Declined(id, request, code);
    }

    /** Makes a payment refundable, whether captured now or before a restart. */
    Payment.Captured recall(Payment.Captured payment) {
        captures.add(payment);
        return payment;
    }

    void noteReplay(Payment.Decided payment, boolean answerLost) {
        ledger.append(new Deed.Replayed(answerLost), payment.request().posting(payment.id()));
    }

    void noteFound(Payment payment) {
        if (payment instanceof Payment.Captured captured) {
            ledger.clientTold(captured.id());
        }
    }

    long refundedOf(Payment payment) {
        return payment instanceof Payment.Captured captured
                ? captures.find(captured.id()).map(Capture::refunded).orElse(0L)
                : 0L;
    }
}
