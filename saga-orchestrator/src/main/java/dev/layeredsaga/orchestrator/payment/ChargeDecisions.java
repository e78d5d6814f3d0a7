package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.payment.ChargeNotMade;
import dev.layeredsaga.contract.payment.ChargePayment;
import dev.layeredsaga.contract.payment.PaymentCommand;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.payment.RefundPart;
import dev.layeredsaga.contract.payment.RefundPayment;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeRequest;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Decides about payment commands. What is settled is answered at once; for the rest it says what to ask the gateway after the
 * commit. A charge after its compensation is refused: that leaves a voided payment behind.
 */
@Component
record ChargeDecisions(Payments payments) {

    /** Longer than a charge call can take, with all its retries; shorter than the time-out of its command. */
    private static final Duration CALL_LEASE = Duration.ofSeconds(28);

    /** A call that has not begun by then is not made: three tries of 7 s each, with pauses, would outlive its lease. */
    static final Duration CALL_BEGINS_WITHIN = Duration.ofSeconds(6);

    /** The delay before a saga whose charge is still in flight asks again. */
    private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(5);

    /** Handles the commands in the caller's transaction. */
    PaymentEffects handle(List<? extends PaymentCommand> commands) {
        Map<UUID, Payment> known = payments.bySaga(
                commands.stream().map(ChargeDecisions::paymentOf).toList());
        Map<UUID, PartRefund> parts = payments.parts(commands.stream()
                .filter(RefundPart.class::isInstance)
                .map(command -> command.attempt().sagaId())
                .toList());
        Set<UUID> before = Set.copyOf(known.keySet());
        Instant now = payments.now();
        PaymentEffects effects = new PaymentEffects();
        for (PaymentCommand command : commands) {
            StepAttempt attempt = command.attempt();
            UUID saga = attempt.sagaId();
            switch (command) {
                case ChargePayment charge -> {
                    Payment payment = known.computeIfAbsent(
                            saga, first -> payments.inTrace(new Payment(attempt, charge.amount())));
                    charge(payment, charge, now, effects);
                }
                case RefundPayment refund -> {
                    Payment payment =
                            known.computeIfAbsent(saga, first -> payments.inTrace(Payment.tombstone(attempt)));
                    refund(payment, attempt, now, effects);
                }
                case RefundPart refund -> {
                    PartRefund part = parts.computeIfAbsent(
                            saga,
                            first -> payments.add(
                                    new PartRefund(refund, refusalOf(refund, known.get(refund.paymentOf())))));
                    refund(part, known.get(part.paymentOf()), attempt, effects);
                }
            }
        }
        payments.add(known.values().stream()
                .filter(payment -> !before.contains(payment.sagaId()))
                .toList());
        return effects;
    }

    private static UUID paymentOf(PaymentCommand command) {
        return command instanceof RefundPart part
                ? part.paymentOf()
                : command.attempt().sagaId();
    }

    private void charge(Payment payment, ChargePayment command, Instant now, PaymentEffects effects) {
        StepAttempt attempt = command.attempt();
        payment.askedBy(attempt);
        SagaReply settled = PaymentReplies.toCharge(payment, attempt);
        if (settled != null) {
            effects.replies().add(settled);
        } else if (payment.isVoided()) {
            effects.replies().add(new ChargeNotMade(attempt, "the payment is being compensated", null));
        } else if (payment.isCallOut(now)) {
            effects.replies()
                    .add(new ChargeNotMade(attempt, "a charge is still under way", untilAskedAgain(payment, now)));
        } else {
            effects.calls().add(chargeCall(payment, command, now));
        }
    }

    private static GatewayCall chargeCall(Payment payment, ChargePayment command, Instant now) {
        boolean askFirst = payment.state() == Payment.State.OPEN || command.mayBeRepeated();
        Instant outUntil = payment.chargeCalled(now, CALL_LEASE);
        StepAttempt attempt = command.attempt();
        ChargeRequest request = new ChargeRequest(attempt.sagaId(), command.amount(), command.method());
        long begin = System.nanoTime() + CALL_BEGINS_WITHIN.toNanos();
        return new GatewayCall.Charge(attempt, request, askFirst, begin, outUntil, payment.trace());
    }

    /** Returns the delay before the saga asks again. The pending call's result is sent when it comes, but it may never come. */
    private static Duration untilAskedAgain(Payment payment, Instant now) {
        Duration lease = payment.outFor(now);
        return lease.compareTo(ASK_AGAIN_AFTER) < 0 ? lease : ASK_AGAIN_AFTER;
    }

    private void refund(Payment payment, StepAttempt attempt, Instant now, PaymentEffects effects) {
        payment.askedBy(attempt);
        if (payment.hasParts()) {
            effects.replies().add(new RefundFailed(attempt, "parts of it go back, or have gone, by returns", false));
            return;
        }
        payment.forbidCharges();
        switch (payment.state()) {
            case NEW, DECLINED -> {
                payment.apply(new NotFound());
                effects.replies().add(new RefundMade(attempt, null));
            }
            case REFUNDED, VOID -> effects.replies().add(new RefundMade(attempt, payment.refunded()));
            case OPEN, CAPTURED, OWED -> {
                if (payment.isCallOut(now)) {
                    effects.replies().add(new RefundFailed(attempt, "a charge is still under way", true));
                } else {
                    effects.calls().add(new GatewayCall.Refund(attempt, payment.trace(), true));
                }
            }
        }
    }

    /** A part that is promised is asked for again, with its key, for as long as it is not certain. */
    private void refund(PartRefund part, @Nullable Payment payment, StepAttempt attempt, PaymentEffects effects) {
        part.askedBy(attempt);
        if (part.isOpen() && payment != null) {
            effects.calls().add(payment.partCall(part, attempt, payments.trace(attempt.sagaId())));
        } else {
            effects.replies().add(part.reply());
        }
    }

    /** Has the payment promise the part; returns why it does not, null if it does. */
    private static @Nullable String refusalOf(RefundPart part, @Nullable Payment payment) {
        return payment == null ? RefundFailed.UNKNOWN_PAYMENT : payment.promise(part.amount());
    }
}
