package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.payment.ChargeNotMade;
import dev.layeredsaga.contract.payment.ChargeUnknown;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeGivenUp;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.PartAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.RefundAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayNotice.NoticeOutcome;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Declined;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.GatewayFact;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Settled;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Stores the gateway's answer and replies to the saga, in one transaction. */
@Component
record GatewayResults(Payments payments, SettlementSettings settings) {

    private static final Logger log = LoggerFactory.getLogger(GatewayResults.class);

    /** A call that is given up is the gateway's alone; by then it has begun to work on it, or never will. */
    private static final Duration SETTLES_WITHIN = Duration.ofSeconds(5);

    /**
     * Takes in the answers in the caller's transaction. Taking one in twice has the effect of once.
     *
     * @return the sagas' replies, and the calls that give back what the gateway took too late
     */
    PaymentEffects take(List<GatewayAnswer> answers) {
        PaymentEffects effects = new PaymentEffects();
        Map<UUID, Payment> bySaga = payments.bySaga(
                answers.stream().map(answer -> answer.call().paymentOf()).toList());
        Map<UUID, PartRefund> parts = payments.parts(answers.stream()
                .filter(PartAnswer.class::isInstance)
                .map(answer -> answer.call().attempt().sagaId())
                .toList());
        for (GatewayAnswer answer : answers) {
            Payment payment = bySaga.get(answer.call().paymentOf());
            if (payment != null) {
                take(payment, parts, answer, effects);
            }
        }
        return effects;
    }

    private void take(Payment payment, Map<UUID, PartRefund> parts, GatewayAnswer answer, PaymentEffects effects) {
        boolean clean = answer instanceof ChargeAnswer charge && !charge.call().askFirst();
        apply(payment, answer.fact(), clean, effects);
        StepAttempt asked = answer.call().attempt();
        StepAttempt attempt = new StepAttempt(asked.sagaId(), asked.step(), Math.max(1, payment.attempt()));
        switch (answer) {
            case ChargeAnswer charge -> {
                payment.callEnded(charge.call().outUntil());
                if (charge.call().askFirst()) {
                    inquireLater(payment, settings.inquiries());
                }
                effects.replies().add(toCharge(payment, attempt, charge.fact()));
            }
            case ChargeGivenUp charge -> {
                payment.givenUp(charge.call().outUntil(), payments.now().plus(SETTLES_WITHIN));
                effects.replies().add(toCharge(payment, attempt, charge.fact()));
            }
            case RefundAnswer refund -> {
                if (refund.fact() instanceof Unknown) {
                    inquireLater(payment, 1);
                }
                if (refund.call().awaited()) {
                    effects.replies().add(toRefund(payment, attempt, refund));
                } else if (payment.isRefundOwed()) {
                    log.error("{} is owed to the customer and not back yet: {}", payment, problemOf(refund));
                }
            }
            case PartAnswer refund -> {
                PartRefund part = parts.get(asked.sagaId());
                if (part != null) {
                    if (part.isOpen()) {
                        part.answered(refund, payment.partAnswered(refund));
                    }
                    effects.replies().add(part.reply());
                }
            }
        }
    }

    /**
     * Takes in a notification of the gateway, in the caller's transaction. The saga gets a reply only if it is news.
     *
     * @param effects receives the reply and the calls that follow
     */
    NoticeOutcome take(GatewayNotice notice, PaymentEffects effects) {
        Payment payment = payments.bySaga(List.of(notice.sagaId())).get(notice.sagaId());
        if (payment == null) {
            if (notice.news() instanceof Captured captured) {
                log.error("the gateway has captured {} of a payment that is not here: {}", captured, notice.sagaId());
            }
            return NoticeOutcome.UNKNOWN_PAYMENT;
        }
        if (!isAbout(payment, notice.news())) {
            return NoticeOutcome.MISMATCH;
        }
        Payment.State before = payment.state();
        apply(payment, notice.news(), false, effects);
        if (payment.state() == before) {
            return NoticeOutcome.NOTHING_NEW;
        }
        SagaReply reply = news(payment, before);
        if (reply != null) {
            effects.replies().add(reply);
        }
        return NoticeOutcome.TAKEN_IN;
    }

    /** Two payments under one key, or another amount than before, are beyond what can be put right without a person. */
    private static boolean isAbout(Payment payment, GatewayFact fact) {
        boolean known = switch (fact) {
            case Captured captured -> payment.canBe(captured.paymentId(), captured.amount());
            case Refunded refunded -> payment.canBe(refunded.paymentId(), refunded.amount());
            case Declined declined -> true;
            case NotFound nothing -> true;
            case NotMade nothing -> true;
            case Unknown nothing -> true;
        };
        if (!known) {
            log.error("the gateway reports another payment than before: {}, instead of {}", fact, payment);
        }
        return known;
    }

    /** Null if the saga asks for nothing that this would answer. */
    private static @Nullable SagaReply news(Payment payment, Payment.State before) {
        StepAttempt attempt = payment.latestAttempt();
        boolean asked = before != Payment.State.VOID && before != Payment.State.OWED;
        if (payment.isVoided()) {
            return asked && payment.state() == Payment.State.REFUNDED
                    ? new RefundMade(attempt, payment.refunded())
                    : null;
        }
        if (before == Payment.State.CAPTURED) {
            log.error("the gateway has given back the money of {} without a request", payment.sagaId());
            return null;
        }
        return PaymentReplies.toCharge(payment, attempt);
    }

    /**
     * Money that was captured although its saga asks no more is given back at once, and by the settlement if that fails.
     *
     * @param clean true if it answers the only call there has been: whatever else settles a payment without money leaves open what a
     *     call has done or may still do, so the gateway is asked again
     */
    private void apply(Payment payment, GatewayFact fact, boolean clean, PaymentEffects effects) {
        if (!isAbout(payment, fact)) {
            return;
        }
        boolean owed = payment.isRefundOwed();
        boolean called = payment.state() == Payment.State.OPEN;
        payment.apply(fact);
        if (called && !clean) {
            inquireLater(payment, settings.inquiries());
        }
        if (!owed && payment.isRefundOwed()) {
            log.warn("the gateway captured {} after it was voided or declined, giving it back", payment.sagaId());
            payment.settleBy(payments.now().plus(SettlementSettings.REFUND_PAUSE));
            effects.calls().add(new GatewayCall.Refund(payment.latestAttempt(), payment.trace(), false));
        }
        if (fact instanceof Declined && payment.hasBeenCaptured()) {
            log.error("the gateway declines {}, which it has captured: nothing changes", payment.sagaId());
        }
    }

    private void inquireLater(Payment payment, int times) {
        payment.inquireAt(payments.now().plus(settings.firstInquiry()), times);
    }

    private static SagaReply toCharge(Payment payment, StepAttempt attempt, ChargeResult result) {
        SagaReply settled = PaymentReplies.toCharge(payment, attempt);
        if (settled != null) {
            return settled;
        }
        return switch (result) {
            case NotMade notMade -> new ChargeNotMade(attempt, notMade.reason(), notMade.retryAfter());
            case Unknown unknown -> new ChargeUnknown(attempt, unknown.reason());
            case Settled known -> throw new IllegalStateException(known + " has settled nothing");
        };
    }

    private static SagaReply toRefund(Payment payment, StepAttempt attempt, RefundAnswer answer) {
        return switch (payment.state()) {
            case DECLINED, REFUNDED, VOID -> new RefundMade(attempt, payment.refunded());
            case NEW, OPEN, CAPTURED, OWED -> new RefundFailed(attempt, problemOf(answer), answer.retryable());
        };
    }

    private static String problemOf(RefundAnswer answer) {
        return answer.problem().isEmpty() ? "the gateway knows nothing of the payment it reported" : answer.problem();
    }
}
