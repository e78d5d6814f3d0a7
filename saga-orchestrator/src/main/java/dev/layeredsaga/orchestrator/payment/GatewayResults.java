package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.payment.ChargeNotMade;
import dev.layeredsaga.contract.payment.ChargeUnknown;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeGivenUp;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.Inquired;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.RefundDone;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.RefundNotDone;
import dev.layeredsaga.orchestrator.payment.GatewayNotice.NoticeOutcome;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Declined;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NoAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Processing;
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

/** Writes down what the gateway answered, and tells the saga, in one transaction. */
@Component
class GatewayResults {

    private static final Logger log = LoggerFactory.getLogger(GatewayResults.class);

    /** A call that is given up is the gateway's alone; by then it has begun to work on it, or never will. */
    private static final Duration SETTLES_WITHIN = Duration.ofSeconds(5);

    private final Payments payments;
    private final LateChargeSettings settings;

    GatewayResults(Payments payments, LateChargeSettings settings) {
        this.payments = payments;
        this.settings = settings;
    }

    /**
     * Takes in the answers in the caller's transaction. Taking one in twice has the effect of once.
     *
     * @return the sagas' replies, and the calls that give back what the gateway took too late
     */
    PaymentEffects take(List<GatewayAnswer> answers) {
        PaymentEffects effects = new PaymentEffects();
        Map<UUID, Payment> bySaga = payments.bySaga(
                answers.stream().map(answer -> answer.call().attempt().sagaId()).toList());
        for (GatewayAnswer answer : answers) {
            Payment payment = bySaga.get(answer.call().attempt().sagaId());
            if (payment != null) {
                boolean settledWithoutMoney = payment.isSettledWithoutMoney();
                if (answer instanceof Inquired inquired) {
                    take(payment, inquired.result());
                } else {
                    effects.replies().add(take(payment, answer));
                }
                if (settledWithoutMoney) {
                    giveBackIfCaptured(payment, answer.call().attempt(), effects);
                }
            }
        }
        return effects;
    }

    /**
     * Takes in a notification of the gateway, in the caller's transaction. The saga gets a reply only if it is news.
     *
     * @param effects receives the reply and the calls that follow
     */
    NoticeOutcome take(GatewayNotice notice, PaymentEffects effects) {
        Payment payment = payments.bySaga(List.of(notice.sagaId())).get(notice.sagaId());
        if (payment == null) {
            return NoticeOutcome.UNKNOWN_PAYMENT;
        }
        if (!isAbout(payment, notice)) {
            log.error("the gateway tells of another payment than was asked for: {}, instead of {}", notice, payment);
            return NoticeOutcome.MISMATCH;
        }
        Payment.State before = payment.state();
        boolean settledWithoutMoney = payment.isSettledWithoutMoney();
        settle(payment, notice.news());
        if (payment.state() == before) {
            return NoticeOutcome.NOTHING_NEW;
        }
        SagaReply reply = news(payment, before);
        if (reply != null) {
            effects.replies().add(reply);
        }
        if (settledWithoutMoney) {
            giveBackIfCaptured(payment, payment.latestAttempt(), effects);
        }
        return NoticeOutcome.TAKEN_IN;
    }

    private static boolean isAbout(Payment payment, GatewayNotice notice) {
        return payment.isOf(notice.amount())
                && switch (notice.news()) {
                    case Captured captured -> payment.canBe(captured.paymentId());
                    case Refunded refunded -> payment.canBe(refunded.paymentId());
                    case Declined declined -> true;
                };
    }

    /** Null if the saga asks for nothing that this would answer. */
    private static @Nullable SagaReply news(Payment payment, Payment.State before) {
        StepAttempt attempt = payment.latestAttempt();
        boolean asked = before != Payment.State.VOID;
        if (payment.isVoided()) {
            return asked && payment.state() == Payment.State.REFUNDED
                    ? PaymentReplies.toRefund(payment, attempt)
                    : null;
        }
        if (before == Payment.State.CAPTURED) {
            log.error("the gateway has given back the money of {}, and nobody asked it to", payment.sagaId());
            return null;
        }
        return PaymentReplies.toCharge(payment, attempt);
    }

    private void giveBackIfCaptured(Payment payment, StepAttempt attempt, PaymentEffects effects) {
        if (payment.state() == Payment.State.CAPTURED) {
            log.warn("the gateway captured {} after it was undone or declined, giving it back", payment.sagaId());
            payment.owesRefund(payments.now().plus(Payments.REFUND_PAUSE));
            effects.calls().add(new GatewayCall.Refund(attempt, payment.trace()));
        }
    }

    private SagaReply take(Payment payment, GatewayAnswer answer) {
        StepAttempt asked = answer.call().attempt();
        StepAttempt attempt = new StepAttempt(asked.sagaId(), asked.step(), Math.max(1, payment.attempt()));
        return switch (answer) {
            case ChargeAnswer charge -> charged(payment, attempt, charge);
            case ChargeGivenUp charge -> {
                payment.givenUp(charge.call().outUntil(), payments.now().plus(SETTLES_WITHIN));
                yield new ChargeUnknown(attempt, "the service stopped before the gateway answered");
            }
            case RefundDone refund -> {
                boolean called = payment.state() == Payment.State.OPEN;
                payment.undone(refund.refunded());
                if (called) {
                    inquireLater(payment);
                }
                yield PaymentReplies.toRefund(payment, attempt);
            }
            case RefundNotDone refund -> {
                if (payment.state() == Payment.State.REFUNDED) {
                    yield PaymentReplies.toRefund(payment, attempt);
                }
                if (payment.isRefundOwed()) {
                    log.error(
                            "{} was charged after its undo and is not refunded yet: {}",
                            payment.sagaId(),
                            refund.reason());
                }
                yield new RefundFailed(attempt, refund.reason(), refund.retryable());
            }
            case Inquired inquired -> throw new IllegalArgumentException("no saga asked for " + inquired);
        };
    }

    /** The saga of a void or declined payment asks no more. */
    private void take(Payment payment, Inquiry result) {
        switch (result) {
            case Captured captured -> payment.captured(captured);
            case Refunded refunded -> payment.refundedAtTheGateway(refunded);
            case Declined declined -> {}
            case NotFound nothing -> {}
            case Processing processing -> inquireLater(payment);
            case NoAnswer silence -> inquireLater(payment);
        }
    }

    /** Has the gateway asked again about a charge that is settled without money: an earlier call that got no answer may still have taken it. */
    private void inquireLater(Payment payment) {
        if (payment.isSettledWithoutMoney()) {
            payment.inquireAt(payments.now().plus(settings.firstAfter()));
        }
    }

    private SagaReply charged(Payment payment, StepAttempt attempt, ChargeAnswer answer) {
        if (answer.result() instanceof Settled settled) {
            settle(payment, settled);
            if (answer.call().askFirst()) {
                inquireLater(payment);
            }
        } else {
            payment.leftOpen(answer.call().outUntil());
        }
        SagaReply settled = PaymentReplies.toCharge(payment, attempt);
        return settled == null ? undecided(attempt, answer.result()) : settled;
    }

    /** Legal in every state; {@link Payment} knows what comes of it. */
    private static void settle(Payment payment, Settled news) {
        switch (news) {
            case Captured captured -> payment.captured(captured);
            case Refunded refunded -> payment.refundedAtTheGateway(refunded);
            case Declined declined -> {
                payment.declined(declined.code());
                if (!payment.isSettledWithoutMoney()) {
                    log.error("the gateway declines {}, which it has captured: nothing changes", payment.sagaId());
                }
            }
        }
    }

    private static SagaReply undecided(StepAttempt attempt, ChargeResult result) {
        return switch (result) {
            case NotMade notMade -> new ChargeNotMade(attempt, notMade.reason(), notMade.retryAfter());
            case Unknown unknown -> new ChargeUnknown(attempt, unknown.reason());
            case Settled settled -> throw new IllegalStateException(settled + " has settled nothing");
        };
    }
}
