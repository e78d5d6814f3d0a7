package dev.layeredsaga.paymentstub.payment;

import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.attempt.Attempts;
import dev.layeredsaga.paymentstub.attempt.Attempts.KeyState;
import dev.layeredsaga.paymentstub.fault.FaultDecision;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Breakage;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Effect;
import dev.layeredsaga.paymentstub.fault.Faults;
import dev.layeredsaga.paymentstub.fault.Scenario.Operation;
import dev.layeredsaga.paymentstub.ledger.AuditScope.Pending;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Captured;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Declined;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.PaymentDecision;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import dev.layeredsaga.paymentstub.ledger.Ledger;
import dev.layeredsaga.paymentstub.payment.Captures.Capture;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Ids;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/** Captures payments and answers queries about them. Thread-safe. */
public final class Payments {

    private final Attempts<PaymentRequest, PaymentDecision> attempts;
    private final Faults faults;
    private final Captures captures;
    private final Ledger ledger;
    // the request of each key, so that an order's outage also applies to queries by key
    private final ConcurrentMap<IdempotencyKey, PaymentRequest> requests = new ConcurrentHashMap<>();

    public Payments(
            Attempts<PaymentRequest, PaymentDecision> attempts, Faults faults, Captures captures, Ledger ledger) {
        this.attempts = attempts;
        this.faults = faults;
        this.captures = captures;
        this.ledger = ledger;
    }

    /** Captures the payment, or applies the order's fault. Blocks for the gateway's delay. */
    public Answer<PaymentDecision> pay(PaymentRequest request) {
        requests.putIfAbsent(request.idempotencyKey(), request);
        FaultDecision fault = faults.decide(
                Operation.PAYMENT, request.orderId(), request.method().scenario());
        return attempts.attempt(
                request.idempotencyKey(), request, fault, () -> new Answer.Decided<>(decide(request, fault), false));
    }

    /** Returns the state of the payment requested under this key. */
    public Lookup find(IdempotencyKey key) {
        return queryFault(key).effect() instanceof Effect.FailUndecided failure
                ? new Lookup.Broken(failure.breakage())
                : attempts.find(key).map(this::stateOf).orElseGet(Lookup.Unknown::new);
    }

    /** Returns the payments that are being decided. */
    public Stream<Pending> inFlight() {
        return attempts.inFlight().entrySet().stream()
                .map(attempt -> new Pending(
                        attempt.getValue().request().orderId(),
                        List.of(),
                        attempt.getKey(),
                        attempt.getValue().since()));
    }

    /** Restores a payment from a ledger entry after a restart; entries of other types are ignored. */
    public void restore(LedgerEntry entry) {
        if (entry instanceof PaymentDecision decision) {
            var request = PaymentRequest.of(decision);
            requests.put(request.idempotencyKey(), request);
            attempts.restore(request.idempotencyKey(), request, refundable(decision));
        }
    }

    private PaymentDecision decide(PaymentRequest request, FaultDecision fault) {
        Posting posting = request.posting(Ids.next());
        return refundable(ledger.append((sequence, at) -> fault.decline()
                .<PaymentDecision>map(code -> new Declined(sequence, posting, at, request.method(), code))
                .orElseGet(() -> new Captured(sequence, posting, at, request.method(), fault.losesAnswer()))));
    }

    private PaymentDecision refundable(PaymentDecision decision) {
        if (decision instanceof Captured captured) {
            captures.add(captured);
        }
        return decision;
    }

    private FaultDecision queryFault(IdempotencyKey key) {
        PaymentRequest asked = requests.get(key);
        return asked == null
                ? faults.decideWithoutOrder(Operation.QUERY)
                : faults.decide(Operation.QUERY, asked.orderId(), asked.method().scenario());
    }

    private Lookup stateOf(KeyState<PaymentRequest, PaymentDecision> state) {
        return state.decision().map(this::found).orElseGet(() -> new Lookup.Processing(state.request()));
    }

    private Lookup found(PaymentDecision decision) {
        ledger.clientNotified(decision.paymentId());
        return new Lookup.Found(
                decision,
                captures.find(decision.paymentId()).map(Capture::refunded).orElse(0L));
    }

    /** The result of a payment query by key. */
    public sealed interface Lookup {

        /**
         * @param refunded minor units refunded so far
         */
        record Found(PaymentDecision decision, long refunded) implements Lookup {}

        /** Not yet decided: it may still be captured. */
        record Processing(PaymentRequest request) implements Lookup {}

        /** The gateway has decided nothing under this key, and no decision is in flight. */
        record Unknown() implements Lookup {}

        /** The gateway gives no usable answer. */
        record Broken(Breakage breakage) implements Lookup {}
    }
}
