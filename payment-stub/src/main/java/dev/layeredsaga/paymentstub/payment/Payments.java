package dev.layeredsaga.paymentstub.payment;

import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.attempt.Attempts;
import dev.layeredsaga.paymentstub.attempt.Attempts.KeyState;
import dev.layeredsaga.paymentstub.attempt.Attempts.Work;
import dev.layeredsaga.paymentstub.attempt.Calls;
import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.FaultDecision;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Breakage;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Effect;
import dev.layeredsaga.paymentstub.fault.Faults;
import dev.layeredsaga.paymentstub.fault.Scenario.Operation;
import dev.layeredsaga.paymentstub.ledger.AuditScope.Pending;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import dev.layeredsaga.paymentstub.payment.Captures.Capture;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Ids;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Captures payments and answers queries about them. Thread-safe. */
public final class Payments {

    private final Attempts<PaymentRequest, Payment.Decided> attempts;
    private final Faults faults;
    private final Captures captures;
    private final Ledger ledger;
    private final Calls calls;
    // the request of each key, so that an order's outage also applies to queries by key
    private final ConcurrentMap<IdempotencyKey, PaymentRequest> requests = new ConcurrentHashMap<>();

    public Payments(
            Attempts<PaymentRequest, Payment.Decided> attempts,
            Faults faults,
            Captures captures,
            Ledger ledger,
            Calls calls) {
        this.attempts = attempts;
        this.faults = faults;
        this.captures = captures;
        this.ledger = ledger;
        this.calls = calls;
    }

    /** Captures the payment, or applies the order's fault. Blocks for the gateway's delay. */
    public Answer<Payment.Decided> pay(PaymentRequest request) {
        calls.count(Operation.PAYMENT, request.orderId());
        requests.putIfAbsent(request.idempotencyKey(), request);
        FaultDecision fault = faults.decide(
                Operation.PAYMENT, request.orderId(), request.method().scenario());
        var work = new Work<Payment.Decided>(
                () -> new Answer.Decided<>(decide(request, fault), false),
                payment -> recordReplay(payment, fault.losesAnswer()));
        return attempts.attempt(request.idempotencyKey(), request, fault, work);
    }

    /** Returns the state of the payment requested under this key. */
    public Lookup find(IdempotencyKey key) {
        return queryFault(key).effect() instanceof Effect.FailUndecided failure
                ? new Lookup.Broken(failure.breakage())
                : attempts.find(key).map(this::found).orElseGet(Lookup.Unknown::new);
    }

    /** Returns the payments that are being decided. */
    public List<Pending> inFlight() {
        return attempts.inFlight().entrySet().stream()
                .map(attempt -> new Pending(
                        attempt.getValue().request().orderId(),
                        List.of(),
                        attempt.getKey(),
                        attempt.getValue().since()))
                .toList();
    }

    /** Restores a payment from a ledger entry after a restart; entries of other types are ignored. */
    public void restore(LedgerEntry entry) {
        UUID id = entry.posting().paymentId();
        switch (entry) {
            case LedgerEntry.Captured captured -> {
                var request = PaymentRequest.of(entry.posting(), captured.method());
                restore(refundable(new Payment.Captured(id, request, entry.at())));
            }
            case LedgerEntry.Declined declined -> {
                var request = PaymentRequest.of(entry.posting(), declined.method());
                restore(new Payment.Declined(id, request, declined.declineCode()));
            }
            case LedgerEntry.Refunded refunded -> {}
            case LedgerEntry.RefundDeclined declined -> {}
            case LedgerEntry.Replayed replayed -> {}
        }
    }

    private void restore(Payment.Decided payment) {
        PaymentRequest request = payment.request();
        requests.put(request.idempotencyKey(), request);
        attempts.restore(request.idempotencyKey(), request, payment);
    }

    private Payment.Decided decide(PaymentRequest request, FaultDecision fault) {
        return fault.decline()
                .map(code -> decline(request, code))
                .orElseGet(() -> capture(request, fault.losesAnswer()));
    }

    private Payment.Decided capture(PaymentRequest request, boolean answerLost) {
        Posting posting = request.posting(Ids.next());
        LedgerEntry entry = ledger.append(
                (sequence, at) -> new LedgerEntry.Captured(sequence, posting, at, request.method(), answerLost));
        return refundable(new Payment.Captured(posting.paymentId(), request, entry.at()));
    }

    private Payment.Decided decline(PaymentRequest request, DeclineCode code) {
        Posting posting = request.posting(Ids.next());
        ledger.append((sequence, at) -> new LedgerEntry.Declined(sequence, posting, at, request.method(), code));
        return new Payment.Declined(posting.paymentId(), request, code);
    }

    private Payment.Captured refundable(Payment.Captured payment) {
        captures.add(payment);
        return payment;
    }

    private void recordReplay(Payment.Decided payment, boolean answerLost) {
        Posting posting = payment.request().posting(payment.id());
        ledger.append((sequence, at) -> new LedgerEntry.Replayed(sequence, posting, at, answerLost));
    }

    private FaultDecision queryFault(IdempotencyKey key) {
        PaymentRequest asked = requests.get(key);
        if (asked == null) {
            return faults.decideWithoutOrder(Operation.QUERY);
        }
        calls.count(Operation.QUERY, asked.orderId());
        return faults.decide(Operation.QUERY, asked.orderId(), asked.method().scenario());
    }

    private Lookup found(KeyState<PaymentRequest, Payment.Decided> state) {
        Payment payment = state.decision()
                .<Payment>map(decided -> decided)
                .orElseGet(() -> new Payment.Processing(state.request()));
        if (payment instanceof Payment.Captured captured) {
            ledger.clientNotified(captured.id());
        }
        return new Lookup.Found(payment, refundedOf(payment));
    }

    private long refundedOf(Payment payment) {
        return payment instanceof Payment.Captured captured
                ? captures.find(captured.id()).map(Capture::refunded).orElse(0L)
                : 0L;
    }

    /** The result of a payment query by key. */
    public sealed interface Lookup {

        /**
         * @param refunded minor units refunded so far
         */
        record Found(Payment payment, long refunded) implements Lookup {}

        /** The gateway has decided nothing under this key, and no decision is in flight. */
        record Unknown() implements Lookup {}

        /** The gateway gives no usable answer. */
        record Broken(Breakage breakage) implements Lookup {}
    }
}
