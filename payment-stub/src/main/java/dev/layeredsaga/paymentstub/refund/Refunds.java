package dev.layeredsaga.paymentstub.refund;

import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.attempt.Attempts;
import dev.layeredsaga.paymentstub.attempt.Work;
import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.Faults;
import dev.layeredsaga.paymentstub.fault.Operation;
import dev.layeredsaga.paymentstub.fault.Treatment;
import dev.layeredsaga.paymentstub.ledger.EntryType;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import dev.layeredsaga.paymentstub.ledger.Posting;
import dev.layeredsaga.paymentstub.payment.Capture;
import dev.layeredsaga.paymentstub.payment.Captures;
import dev.layeredsaga.paymentstub.payment.PaymentRequest;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import java.util.UUID;
import java.util.function.Supplier;

/** Giving captured money back. Thread-safe. Refund keys are a space of their own, apart from payment keys. */
public final class Refunds {

    private final Attempts<RefundRequest, Refund> attempts;
    private final Faults faults;
    private final Captures captures;
    private final Ledger ledger;
    private final Supplier<UUID> ids;

    public Refunds(
            Attempts<RefundRequest, Refund> attempts,
            Faults faults,
            Captures captures,
            Ledger ledger,
            Supplier<UUID> ids) {
        this.attempts = attempts;
        this.faults = faults;
        this.captures = captures;
        this.ledger = ledger;
        this.ids = ids;
    }

    /** Gives the money back, or whatever the order's fault makes of it. */
    public RefundAnswer refund(RefundRequest request) {
        return captures.find(request.paymentId())
                .<RefundAnswer>map(capture -> new RefundAnswer.Attempted(attempt(request, capture)))
                .orElseGet(() -> new RefundAnswer.UnknownPayment(request.paymentId()));
    }

    private Answer<Refund> attempt(RefundRequest request, Capture capture) {
        PaymentRequest paid = capture.payment().request();
        Treatment treatment =
                faults.treat(Operation.REFUND, paid.orderId(), paid.method().scenario());
        var work = new Work<Refund>(
                () -> decide(request, capture, treatment),
                refund -> append(EntryType.REPLAYED, request, capture, moneyOf(refund, capture)));
        return attempts.attempt(request.idempotencyKey(), request, treatment, work);
    }

    private Refund decide(RefundRequest request, Capture capture, Treatment treatment) {
        return treatment
                .decline()
                .map(code -> decline(request, capture, code))
                .orElseGet(() -> giveBack(request, capture));
    }

    private Refund decline(RefundRequest request, Capture capture, DeclineCode code) {
        Money whole = capture.money();
        Money wanted = whole.withAmount(request.amount().orElse(whole.amount()));
        append(EntryType.REFUND_DECLINED, request, capture, wanted);
        return new Refund.Declined(request.paymentId(), wanted, code);
    }

    private Refund giveBack(RefundRequest request, Capture capture) {
        return capture.refund(request.amount())
                .<Refund>map(money -> {
                    append(EntryType.REFUNDED, request, capture, money);
                    return new Refund.Refunded(ids.get(), request.paymentId(), money);
                })
                .orElseGet(() -> new Refund.ExceedsCapture(request.paymentId()));
    }

    private void append(EntryType type, RefundRequest request, Capture capture, Money money) {
        var orderId = capture.payment().request().orderId();
        ledger.append(type, new Posting(request.paymentId(), orderId, money, request.idempotencyKey()));
    }

    private static Money moneyOf(Refund refund, Capture capture) {
        return switch (refund) {
            case Refund.Refunded refunded -> refunded.money();
            case Refund.Declined declined -> declined.money();
            case Refund.ExceedsCapture exceeding -> capture.money();
        };
    }
}
