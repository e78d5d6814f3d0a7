package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.payment.ChargeCaptured;
import dev.layeredsaga.messaging.payment.ChargeDeclined;
import dev.layeredsaga.messaging.payment.ChargeNotMade;
import dev.layeredsaga.messaging.payment.ChargeUnknown;
import dev.layeredsaga.messaging.payment.RefundFailed;
import dev.layeredsaga.messaging.payment.RefundMade;
import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;
import dev.layeredsaga.orchestrator.payment.ChargeResult.Captured;
import dev.layeredsaga.orchestrator.payment.ChargeResult.Declined;
import dev.layeredsaga.orchestrator.payment.ChargeResult.NotMade;
import dev.layeredsaga.orchestrator.payment.ChargeResult.Unknown;
import dev.layeredsaga.orchestrator.payment.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayAnswer.ChargeGivenUp;
import dev.layeredsaga.orchestrator.payment.GatewayAnswer.RefundDone;
import dev.layeredsaga.orchestrator.payment.GatewayAnswer.RefundNotDone;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Writes down what the gateway answered, and tells the saga, in one transaction. */
@Component
class PaymentAnswers {

    private static final Logger log = LoggerFactory.getLogger(PaymentAnswers.class);

    /** A call that is given up is the gateway's alone; by then it has begun to work on it, or never will. */
    private static final Duration SETTLES_WITHIN = Duration.ofSeconds(5);

    private final Payments payments;
    private final Outbox outbox;

    PaymentAnswers(Payments payments, Outbox outbox) {
        this.payments = payments;
        this.outbox = outbox;
    }

    /**
     * Takes in the answers in the caller's transaction. Taking one in twice has the effect of once.
     *
     * @return what to ask the gateway next, once the transaction has committed: to give back what it took too late
     */
    List<GatewayCall> take(List<GatewayAnswer> answers) {
        List<GatewayCall> followUps = new ArrayList<>();
        Map<UUID, Payment> bySaga = payments.bySaga(
                answers.stream().map(answer -> answer.call().attempt().sagaId()).toList());
        for (GatewayAnswer answer : answers) {
            Payment payment = bySaga.get(answer.call().attempt().sagaId());
            if (payment != null) {
                boolean wasVoid = payment.state() == Payment.State.VOID;
                SagaReply reply = take(payment, answer);
                outbox.publish(OutgoingMessage.of(Topics.SAGA_REPLIES, payment.sagaId(), reply));
                if (wasVoid && payment.state() == Payment.State.CAPTURED) {
                    log.warn("the gateway captured {} after it was undone, giving it back", payment.sagaId());
                    payment.owesRefund(payments.now().plus(OwedRefunds.PAUSE));
                    followUps.add(new GatewayCall.Refund(answer.call().attempt()));
                }
            }
        }
        return followUps;
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
                payment.undone(refund.refunded());
                yield new RefundMade(attempt, payment.refunded());
            }
            case RefundNotDone refund -> {
                if (payment.isRefundOwed()) {
                    log.error(
                            "{} was charged after its undo and is not refunded yet: {}",
                            payment.sagaId(),
                            refund.reason());
                }
                yield new RefundFailed(attempt, refund.reason(), refund.retryable());
            }
        };
    }

    private static SagaReply charged(Payment payment, StepAttempt attempt, ChargeAnswer answer) {
        return switch (answer.result()) {
            case Captured captured -> {
                payment.captured(captured.paymentId());
                yield new ChargeCaptured(attempt, captured.paymentId(), payment.amount());
            }
            case Declined declined -> {
                payment.declined(declined.code());
                yield new ChargeDeclined(attempt, declined.code());
            }
            case NotMade notMade -> {
                payment.leftOpen(answer.call().outUntil());
                yield new ChargeNotMade(attempt, notMade.reason(), notMade.retryAfter());
            }
            case Unknown unknown -> {
                payment.leftOpen(answer.call().outUntil());
                yield new ChargeUnknown(attempt, unknown.reason());
            }
        };
    }
}
