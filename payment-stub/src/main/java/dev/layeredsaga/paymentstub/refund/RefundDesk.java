package dev.layeredsaga.paymentstub.refund;

import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.ledger.Deed;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import dev.layeredsaga.paymentstub.ledger.Posting;
import dev.layeredsaga.paymentstub.payment.Capture;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import java.util.UUID;
import java.util.function.Supplier;

/** Makes or declines refunds, and writes the ledger before the client is answered. */
public final class RefundDesk {

    private final Supplier<UUID> ids;
    private final Ledger ledger;

    public RefundDesk(Supplier<UUID> ids, Ledger ledger) {
        this.ids = ids;
        this.ledger = ledger;
    }

    Refund decline(RefundRequest request, Capture capture, DeclineCode code) {
        Money whole = capture.money();
        Money wanted = whole.withAmount(request.amount().orElse(whole.amount()));
        append(new Deed.RefundDeclined(code, request.amount()), request, capture, wanted);
        return new Refund.Declined(request.paymentId(), wanted, code);
    }

    Refund giveBack(RefundRequest request, Capture capture) {
        UUID id = ids.get();
        var deed = new Deed.Refunded(id, request.amount());
        return capture.refund(request.amount(), money -> append(deed, request, capture, money))
                .<Refund>map(money -> new Refund.Refunded(id, request.paymentId(), money))
                .orElseGet(() -> new Refund.ExceedsCapture(request.paymentId()));
    }

    void noteReplay(Refund refund, RefundRequest request, Capture capture, boolean answerLost) {
        append(new Deed.Replayed(answerLost), request, capture, moneyOf(refund, capture));
    }

    private void append(Deed deed, RefundRequest request, Capture capture, Money money) {
        var orderId = capture.payment().request().orderId();
        ledger.append(deed, new Posting(request.paymentId(), orderId, money, request.idempotencyKey()));
    }

    private static Money moneyOf(Refund refund, Capture capture) {
        return switch (refund) {
            case Refund.Refunded refunded -> refunded.money();
            case Refund.Declined declined -> declined.money();
            case Refund.ExceedsCapture exceeding -> capture.money();
        };
    }
}
