package dev.layeredsaga.paymentstub.refund;

import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.attempt.Attempts;
import dev.layeredsaga.paymentstub.attempt.Attempts.KeyState;
import dev.layeredsaga.paymentstub.attempt.Attempts.Work;
import dev.layeredsaga.paymentstub.attempt.Calls;
import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.FaultDecision;
import dev.layeredsaga.paymentstub.fault.Faults;
import dev.layeredsaga.paymentstub.fault.Scenario.Operation;
import dev.layeredsaga.paymentstub.ledger.AuditScope.Pending;
import dev.layeredsaga.paymentstub.ledger.Journal.UnusableJournal;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import dev.layeredsaga.paymentstub.payment.Captures;
import dev.layeredsaga.paymentstub.payment.Captures.Capture;
import dev.layeredsaga.paymentstub.payment.PaymentRequest;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.Ids;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;

/** Refunds captured payments. Thread-safe. Refund keys have a separate namespace from payment keys. */
public final class Refunds {

    public static final Answer<Refund> UNKNOWN_PAYMENT =
            new Answer.Refused<>(ErrorCode.UNKNOWN_PAYMENT, "no payment of this id was captured");

    private final Attempts<RefundRequest, Refund> attempts;
    private final Faults faults;
    private final Captures captures;
    private final Ledger ledger;
    private final Calls calls;

    public Refunds(
            Attempts<RefundRequest, Refund> attempts, Faults faults, Captures captures, Ledger ledger, Calls calls) {
        this.attempts = attempts;
        this.faults = faults;
        this.captures = captures;
        this.ledger = ledger;
        this.calls = calls;
    }

    /** Makes the refund, or applies the order's fault; refuses if no payment with this id was captured. */
    public Answer<Refund> refund(RefundRequest request) {
        return captures.find(request.paymentId())
                .map(capture -> attempt(request, capture))
                .orElse(UNKNOWN_PAYMENT);
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
    public void restore(LedgerEntry entry) {
        Posting posting = entry.posting();
        switch (entry) {
            case LedgerEntry.Refunded refunded -> restore(refunded);
            case LedgerEntry.RefundDeclined declined ->
                restore(
                        posting,
                        declined.requestedAmount(),
                        new Refund.Declined(posting.paymentId(), posting.money(), declined.declineCode()));
            case LedgerEntry.Captured captured -> {}
            case LedgerEntry.Declined declined -> {}
            case LedgerEntry.Replayed replayed -> {}
        }
    }

    private void restore(LedgerEntry.Refunded entry) {
        Posting posting = entry.posting();
        var amount = OptionalLong.of(posting.money().amount());
        var made = captures.find(posting.paymentId())
                .flatMap(capture -> capture.refund(amount, recorded -> {}))
                .orElseThrow(() -> new UnusableJournal(
                        "entry " + entry.sequence() + " of the ledger refunds more than was captured", null));
        restore(
                posting,
                entry.requestedAmount(),
                new Refund.Refunded(entry.refundId(), posting.paymentId(), made.money(), made.refunded()));
    }

    private void restore(Posting posting, OptionalLong requested, Refund refund) {
        var request = new RefundRequest(posting.idempotencyKey(), posting.paymentId(), requested);
        attempts.restore(request.idempotencyKey(), request, refund);
    }

    private Answer<Refund> attempt(RefundRequest request, Capture capture) {
        PaymentRequest paid = capture.payment().request();
        calls.count(Operation.REFUND, paid.orderId());
        FaultDecision fault =
                faults.decide(Operation.REFUND, paid.orderId(), paid.method().scenario());
        var work = new Work<Refund>(
                () -> decide(request, capture, fault),
                refund -> recordReplay(refund, request, capture, fault.losesAnswer()));
        return attempts.attempt(request.idempotencyKey(), request, fault, work);
    }

    private Answer<Refund> decide(RefundRequest request, Capture capture, FaultDecision fault) {
        return fault.decline()
                .<Answer<Refund>>map(code -> new Answer.Decided<>(decline(request, capture, code), false))
                .orElseGet(() -> make(request, capture));
    }

    private Refund decline(RefundRequest request, Capture capture, DeclineCode code) {
        Money whole = capture.money();
        Money wanted = whole.withAmount(request.amount().orElse(whole.amount()));
        Posting posting = posting(request, capture, wanted);
        ledger.append((sequence, at) -> new LedgerEntry.RefundDeclined(sequence, posting, at, request.amount(), code));
        return new Refund.Declined(request.paymentId(), wanted, code);
    }

    private Answer<Refund> make(RefundRequest request, Capture capture) {
        UUID id = Ids.next();
        return capture.refund(
                        request.amount(),
                        money -> ledger.append((sequence, at) -> new LedgerEntry.Refunded(
                                sequence, posting(request, capture, money), at, request.amount(), id)))
                .<Answer<Refund>>map(made -> new Answer.Decided<>(
                        new Refund.Refunded(id, request.paymentId(), made.money(), made.refunded()), false))
                .orElseGet(() -> new Answer.Refused<>(
                        ErrorCode.REFUND_EXCEEDS_CAPTURE, "less remains of the payment than was asked for"));
    }

    private void recordReplay(Refund refund, RefundRequest request, Capture capture, boolean answerLost) {
        Posting posting = posting(request, capture, refund.money());
        ledger.append((sequence, at) -> new LedgerEntry.Replayed(sequence, posting, at, answerLost));
    }

    private static Posting posting(RefundRequest request, Capture capture, Money money) {
        return new Posting(request.paymentId(), capture.payment().request().orderId(), money, request.idempotencyKey());
    }

    private Stream<Pending> pending(KeyState<RefundRequest, Refund> attempt) {
        RefundRequest request = attempt.request();
        return captures.find(request.paymentId()).stream()
                .map(capture -> new Pending(
                        capture.payment().request().orderId(),
                        List.of(request.paymentId()),
                        request.idempotencyKey(),
                        attempt.since()));
    }
}
