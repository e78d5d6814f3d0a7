package dev.layeredsaga.paymentstub.refund;

import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.attempt.Attempts;
import dev.layeredsaga.paymentstub.attempt.Calls;
import dev.layeredsaga.paymentstub.attempt.KeyState.InFlight;
import dev.layeredsaga.paymentstub.attempt.Work;
import dev.layeredsaga.paymentstub.fault.Faults;
import dev.layeredsaga.paymentstub.fault.Operation;
import dev.layeredsaga.paymentstub.fault.Treatment;
import dev.layeredsaga.paymentstub.ledger.Deed;
import dev.layeredsaga.paymentstub.ledger.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.Pending;
import dev.layeredsaga.paymentstub.ledger.Posting;
import dev.layeredsaga.paymentstub.ledger.UnusableJournal;
import dev.layeredsaga.paymentstub.payment.Capture;
import dev.layeredsaga.paymentstub.payment.Captures;
import dev.layeredsaga.paymentstub.payment.PaymentRequest;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Refunds captured payments. Thread-safe. Refund keys have a separate namespace from payment keys. */
public final class Refunds {

    private final Attempts<RefundRequest, Refund> attempts;
    private final Faults faults;
    private final Captures captures;
    private final RefundDesk desk;
    private final Calls calls;

    public Refunds(
            Attempts<RefundRequest, Refund> attempts, Faults faults, Captures captures, RefundDesk desk, Calls calls) {
        this.attempts = attempts;
        this.faults = faults;
        this.captures = captures;
        this.desk = desk;
        this.calls = calls;
    }

    /** Makes the refund, or applies the order's fault. */
    public RefundAnswer refund(RefundRequest request) {
        return captures.find(request.paymentId())
                .<RefundAnswer>map(capture -> new RefundAnswer.Attempted(attempt(request, capture)))
                .orElseGet(() -> new RefundAnswer.UnknownPayment(request.paymentId()));
    }

    /** Returns the refunds that are being decided. */
    public List<Pending> inFlight() {
        return attempts.inFlight().values().stream().flatMap(this::pending).toList();
    }

    /**
     * Restores a refund from a ledger entry after a restart; entries of other types are ignored.
     *
     * @throws UnusableJournal if the entry refunds more than was captured
     */
    public void recall(LedgerEntry entry) {
        switch (entry.deed()) {
            case Deed.Refunded refunded -> recall(entry, refunded);
            case Deed.RefundDeclined declined -> recall(entry.posting(), declined);
            case Deed.Captured captured -> {}
            case Deed.Declined declined -> {}
            case Deed.Replayed replayed -> {}
        }
    }

    private void recall(LedgerEntry entry, Deed.Refunded deed) {
        Posting posting = entry.posting();
        Money money = captures.find(posting.paymentId())
                .flatMap(capture ->
                        capture.refund(OptionalLong.of(posting.money().amount()), booked -> {}))
                .orElseThrow(() -> new UnusableJournal(
                        "entry " + entry.sequence() + " of the ledger gives back what was not captured", null));
        recall(posting, deed.asked(), new Refund.Refunded(deed.refundId(), posting.paymentId(), money));
    }

    private void recall(Posting posting, Deed.RefundDeclined deed) {
        recall(posting, deed.asked(), new Refund.Declined(posting.paymentId(), posting.money(), deed.code()));
    }

    private void recall(Posting posting, OptionalLong asked, Refund refund) {
        var request = new RefundRequest(posting.idempotencyKey(), posting.paymentId(), asked);
        attempts.recall(request.idempotencyKey(), request, refund);
    }

    private Answer<Refund> attempt(RefundRequest request, Capture capture) {
        PaymentRequest paid = capture.payment().request();
        calls.count(Operation.REFUND, paid.orderId());
        Treatment treatment =
                faults.treat(Operation.REFUND, paid.orderId(), paid.method().scenario());
        var work = new Work<Refund>(
                () -> decide(request, capture, treatment),
                refund -> desk.noteReplay(refund, request, capture, treatment.losesAnswer()));
        return attempts.attempt(request.idempotencyKey(), request, treatment, work);
    }

    private Refund decide(RefundRequest request, Capture capture, Treatment treatment) {
        return treatment
                .decline()
                .map(code -> desk.decline(request, capture, code))
                .orElseGet(() -> desk.giveBack(request, capture));
    }

    private Stream<Pending> pending(InFlight<RefundRequest, Refund> attempt) {
        RefundRequest request = attempt.request();
        return captures.find(request.paymentId()).stream()
                .map(capture -> new Pending(
                        capture.payment().request().orderId(),
                        List.of(request.paymentId()),
                        request.idempotencyKey(),
                        attempt.since()));
    }
}
