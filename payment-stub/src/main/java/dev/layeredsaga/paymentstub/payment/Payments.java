package dev.layeredsaga.paymentstub.payment;

import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.attempt.Attempts;
import dev.layeredsaga.paymentstub.attempt.KeyState;
import dev.layeredsaga.paymentstub.attempt.Work;
import dev.layeredsaga.paymentstub.fault.Effect;
import dev.layeredsaga.paymentstub.fault.Faults;
import dev.layeredsaga.paymentstub.fault.Operation;
import dev.layeredsaga.paymentstub.fault.Treatment;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Capturing payments and telling what became of them. Thread-safe. */
public final class Payments {

    private final Attempts<PaymentRequest, Payment.Decided> attempts;
    private final Faults faults;
    private final Cashier cashier;
    // who asked under which key, so that an order's outage also befalls the question what became of it
    private final ConcurrentMap<IdempotencyKey, PaymentRequest> askedBy = new ConcurrentHashMap<>();

    public Payments(Attempts<PaymentRequest, Payment.Decided> attempts, Faults faults, Cashier cashier) {
        this.attempts = attempts;
        this.faults = faults;
        this.cashier = cashier;
    }

    /** Takes the payment, or whatever the order's fault makes of it. Returns when the gateway has taken its time. */
    public Answer<Payment.Decided> pay(PaymentRequest request) {
        askedBy.putIfAbsent(request.idempotencyKey(), request);
        Treatment treatment = faults.treat(
                Operation.PAYMENT, request.orderId(), request.method().scenario());
        var work = new Work<Payment.Decided>(() -> decide(request, treatment), cashier::noteReplay);
        return attempts.attempt(request.idempotencyKey(), request, treatment, work);
    }

    /** What became of the payment asked for under this key. */
    public Lookup find(IdempotencyKey key) {
        return queryTreatment(key).effect() instanceof Effect.FailUndecided failure
                ? new Lookup.Broken(failure.breakage())
                : attempts.find(key).map(this::found).orElseGet(Lookup.Unknown::new);
    }

    private Payment.Decided decide(PaymentRequest request, Treatment treatment) {
        return treatment
                .decline()
                .map(code -> cashier.decline(request, code))
                .orElseGet(() -> cashier.capture(request));
    }

    private Treatment queryTreatment(IdempotencyKey key) {
        PaymentRequest asked = askedBy.get(key);
        return asked == null
                ? faults.treatStranger(Operation.QUERY)
                : faults.treat(Operation.QUERY, asked.orderId(), asked.method().scenario());
    }

    private Lookup found(KeyState<PaymentRequest, Payment.Decided> state) {
        Payment payment = switch (state) {
            case KeyState.InFlight<PaymentRequest, Payment.Decided> inFlight ->
                new Payment.Processing(inFlight.request());
            case KeyState.Settled<PaymentRequest, Payment.Decided> settled -> settled.decision();
        };
        return new Lookup.Found(payment, cashier.refundedOf(payment));
    }
}
