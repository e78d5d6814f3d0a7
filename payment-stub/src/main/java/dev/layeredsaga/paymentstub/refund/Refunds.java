package dev.layeredsaga.paymentstub.refund;

import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.attempt.Attempts;
import dev.layeredsaga.paymentstub.attempt.Attempts.KeyState;
import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.FaultDecision;
import dev.layeredsaga.paymentstub.fault.Faults;
import dev.layeredsaga.paymentstub.fault.Scenario.Operation;
import dev.layeredsaga.paymentstub.ledger.AuditScope.Pending;
import dev.layeredsaga.paymentstub.ledger.Journal.UnusableJournal;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Captured;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.RefundDecision;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.RefundDeclined;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Refunded;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import dev.layeredsaga.paymentstub.payment.Captures;
import dev.layeredsaga.paymentstub.payment.Captures.Capture;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.Ids;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;

/** Refunds captured payments. Thread-safe. Refund keys have a separate namespace from payment keys. */
public record Refunds(
        Attempts<RefundRequest, RefundDecision> attempts, Faults faults, Captures captures, Ledger ledger) {

    public static final Answer<RefundDecision> UNKNOWN_PAYMENT =
            new Answer.Refused<>(ErrorCode.UNKNOWN_PAYMENT, "no payment of this id was captured");

    /** Makes the refund, or applies the order's fault; refuses if no payment with this id was captured. */
    public Answer<RefundDecision> refund(RefundRequest request) {
        return captures.find(request.paymentId())
                .map(capture -> attempt(request, capture))
                .orElse(UNKNOWN_PAYMENT);
    }

    /** Returns the refunds that are being decided. */
    public Stream<Pending> inFlight() {
        return attempts.inFlight().values().stream().flatMap(this::pending);
    }

    /**
     * Restores a refund from a ledger entry after a restart; entries of other types are ignored.
     *
     * @throws UnusableJournal if the entry refunds more than was captured
     */
    public void restore(LedgerEntry entry) {
        if (entry instanceof Refunded refunded) {
            var amount = OptionalLong.of(refunded.posting().money().amount());
            boolean possible = captures.find(refunded.paymentId())
                    .flatMap(capture -> capture.refund(amount, recorded -> refunded))
                    .isPresent();
            if (!possible) {
                throw new UnusableJournal(
                        "entry " + entry.sequence() + " of the ledger refunds more than was captured", null);
            }
        }
        if (entry instanceof RefundDecision decision) {
            Posting posting = decision.posting();
            var request = new RefundRequest(posting.idempotencyKey(), posting.paymentId(), decision.requestedAmount());
            attempts.restore(request.idempotencyKey(), request, decision);
        }
    }

    private Answer<RefundDecision> attempt(RefundRequest request, Capture capture) {
        Captured paid = capture.payment();
        FaultDecision fault = faults.decide(
                Operation.REFUND, paid.posting().orderId(), paid.method().scenario());
        return attempts.attempt(
                request.idempotencyKey(),
                request,
                fault,
                () -> fault.decline()
                        .map(code -> decline(request, paid, code))
                        .orElseGet(() -> make(request, capture)));
    }

    private Answer<RefundDecision> decline(RefundRequest request, Captured paid, DeclineCode code) {
        Money whole = paid.posting().money();
        Posting posting =
                posting(request, paid, whole.withAmount(request.amount().orElse(whole.amount())));
        return new Answer.Decided<>(
                ledger.append((sequence, at) -> new RefundDeclined(sequence, posting, at, request.amount(), code)),
                false);
    }

    private Answer<RefundDecision> make(RefundRequest request, Capture capture) {
        UUID id = Ids.next();
        return capture.refund(
                        request.amount(),
                        money -> ledger.append((sequence, at) -> new Refunded(
                                sequence, posting(request, capture.payment(), money), at, request.amount(), id)))
                .<Answer<RefundDecision>>map(made -> new Answer.Decided<>(made, false))
                .orElseGet(() -> new Answer.Refused<>(
                        ErrorCode.REFUND_EXCEEDS_CAPTURE, "less remains of the payment than was asked for"));
    }

    private static Posting posting(RefundRequest request, Captured paid, Money money) {
        return new Posting(request.paymentId(), paid.posting().orderId(), money, request.idempotencyKey());
    }

    private Stream<Pending> pending(KeyState<RefundRequest, RefundDecision> attempt) {
        RefundRequest request = attempt.request();
        return captures.find(request.paymentId()).stream()
                .map(capture -> new Pending(
                        capture.payment().posting().orderId(),
                        List.of(request.paymentId()),
                        request.idempotencyKey(),
                        attempt.since()));
    }
}
