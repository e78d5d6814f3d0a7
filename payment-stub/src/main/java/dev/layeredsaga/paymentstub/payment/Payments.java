package dev.layeredsaga.paymentstub.payment;

import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.attempt.Attempts;
import dev.layeredsaga.paymentstub.attempt.Calls;
import dev.layeredsaga.paymentstub.attempt.KeyState;
import dev.layeredsaga.paymentstub.attempt.Work;
import dev.layeredsaga.paymentstub.fault.Effect;
import dev.layeredsaga.paymentstub.fault.Faults;
import dev.layeredsaga.paymentstub.fault.Operation;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.fault.Treatment;
import dev.layeredsaga.paymentstub.ledger.Deed;
import dev.layeredsaga.paymentstub.ledger.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.Pending;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Captures payments and answers queries about them. Thread-safe. */
public final class Payments {

    private final Attempts<PaymentRequest, Payment.Decided> attempts;
    private final Faults faults;
    private final Cashier cashier;
    private final Calls calls;
    // the request of each key, so that an order's outage also applies to queries by key
    private final ConcurrentMap<IdempotencyKey, PaymentRequest> askedBy = new ConcurrentHashMap<>();

    public Payments(Attempts<PaymentRequest, Payment.Decided> attempts, Faults faults, Cashier cashier, Calls calls) {
        this.attempts = attempts;
        this.faults = faults;
        this.cashier = cashier;
        this.calls = calls;
    }

    /** Captures the payment, or applies the order's fault. Blocks for the gateway's delay. */
    public Answer<Payment.Decided> pay(PaymentRequest request) {
        calls.count(Operation.PAYMENT, request.orderId());
        askedBy.putIfAbsent(request.idempotencyKey(), request);
        Treatment treatment = faults.treat(
                Operation.PAYMENT, request.orderId(), request.method().scenario());
        var work = new Work<Payment.Decided>(
                () -> decide(request, treatment), payment -> cashier.noteReplay(payment, treatment.losesAnswer()));
        return attempts.attempt(request.idempotencyKey(), request, treatment, work);
    }

    /** Returns the state of the payment requested under this key. */
    public Lookup find(IdempotencyKey key) {
        return queryTreatment(key).effect() instanceof Effect.FailUndecided failure
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
    public void recall(LedgerEntry entry) {
        switch (entry.deed()) {
            case Deed.Captured captured -> recall(captured(entry, captured.method()));
            case Deed.Declined declined -> recall(declined(entry, declined));
            case Deed.Refunded refunded -> {}
            case Deed.RefundDeclined declined -> {}
            case Deed.Replayed replayed -> {}
        }
    }

    private void recall(Payment.Decided payment) {
        PaymentRequest request = payment.request();
        askedBy.put(request.idempotencyKey(), request);
        attempts.recall(request.idempotencyKey(), request, payment);
    }

    private Payment.Captured captured(LedgerEntry entry, Scenario method) {
        PaymentRequest request = PaymentRequest.of(entry.posting(), method);
        return cashier.recall(new Payment.Captured(entry.posting().paymentId(), request, entry.at()));
    }

    private Payment.Declined declined(LedgerEntry entry, Deed.Declined deed) {
        PaymentRequest request = PaymentRequest.of(entry.posting(), deed.method());
        return new Payment.Declined(entry.posting().paymentId(), request, deed.code());
    }

    private Payment.Decided decide(PaymentRequest request, Treatment treatment) {
        return treatment
                .decline()
                .map(code -> cashier.decline(request, code))
                .orElseGet(() -> cashier.capture(request, treatment.losesAnswer()));
    }

    private Treatment queryTreatment(IdempotencyKey key) {
        PaymentRequest asked = askedBy.get(key);
        if (asked == null) {
            return faults.treatStranger(Operation.QUERY);
        }
        calls.count(Operation.QUERY, asked.orderId());
        return faults.treat(Operation.QUERY, asked.orderId(), asked.method().scenario());
    }

    private Lookup found(KeyState<PaymentRequest, Payment.Decided> state) {
        Payment payment = switch (state) {
            case KeyState.InFlight<PaymentRequest, Payment.Decided> inFlight ->
                new Payment.Processing(inFlight.request());
            case KeyState.Settled<PaymentRequest, Payment.Decided> settled -> settled.decision();
        };
        cashier.noteFound(payment);
        return new Lookup.Found(payment, cashier.refundedOf(payment));
    }
}
