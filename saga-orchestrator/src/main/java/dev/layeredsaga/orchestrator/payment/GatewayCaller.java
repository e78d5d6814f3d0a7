package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.Inquired;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.RefundDone;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.RefundNotDone;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Declined;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NoAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Processing;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Settled;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Talks to the gateway, with neither a lock nor a database connection in hand. */
@Component
class GatewayCaller {

    private static final Logger log = LoggerFactory.getLogger(GatewayCaller.class);

    private final PaymentGateway gateway;
    private final Tracing tracing;

    GatewayCaller(PaymentGateway gateway, Tracing tracing) {
        this.gateway = gateway;
        this.tracing = tracing;
    }

    /** Always answers: what nobody has foreseen leaves the matter open, like any other call without an answer. */
    GatewayAnswer ask(GatewayCall call) {
        AtomicReference<GatewayAnswer> answer = new AtomicReference<>();
        tracing.in(call.attempt().sagaId(), call.trace(), () -> answer.set(answerTo(call)));
        return answer.get();
    }

    private GatewayAnswer answerTo(GatewayCall call) {
        try {
            return switch (call) {
                case GatewayCall.Charge charge -> new ChargeAnswer(charge, charge(charge));
                case GatewayCall.Refund refund -> refund(refund);
                case GatewayCall.Inquire inquire -> new Inquired(inquire, record(inquire));
            };
        } catch (RuntimeException e) {
            log.error("unforeseen failure of a call to the gateway for {}", call.attempt(), e);
            return unforeseen(call, "the call failed: " + e.getClass().getSimpleName());
        }
    }

    private static GatewayAnswer unforeseen(GatewayCall call, String reason) {
        return switch (call) {
            case GatewayCall.Charge charge -> new ChargeAnswer(charge, new Unknown(reason));
            case GatewayCall.Refund refund -> new RefundNotDone(refund, reason, true);
            case GatewayCall.Inquire inquire -> new Inquired(inquire, new NoAnswer(reason));
        };
    }

    /** Asks first whether an earlier call has captured already; charges again, with the same key, only if not. */
    private ChargeResult charge(GatewayCall.Charge call) {
        if (!call.askFirst()) {
            return chargeInTime(call);
        }
        return switch (record(call)) {
            case Settled settled -> settled;
            case Processing processing -> new Unknown("the gateway is still working on it");
            case NotFound nothing -> chargeInTime(call);
            case NoAnswer silence -> new Unknown(silence.reason());
        };
    }

    private Inquiry record(GatewayCall call) {
        return gateway.find(call.chargeKey(), call.attempt().sagaId());
    }

    private ChargeResult chargeInTime(GatewayCall.Charge call) {
        return call.isTooLate()
                ? new NotMade("there was no time left for the call", null)
                : gateway.charge(call.chargeKey(), call.request());
    }

    private GatewayAnswer refund(GatewayCall.Refund call) {
        return switch (record(call)) {
            case Captured captured -> refund(call, captured.paymentId());
            case Refunded refunded -> new RefundDone(call, refunded);
            case Declined declined -> new RefundDone(call, null);
            case NotFound nothing -> new RefundDone(call, null);
            case Processing processing -> new RefundNotDone(call, "the gateway is still working on the charge", true);
            case NoAnswer silence -> new RefundNotDone(call, silence.reason(), true);
        };
    }

    /** The record decides whatever the answer was: what was accepted may be under way, what was refused may have been done before. */
    private GatewayAnswer refund(GatewayCall.Refund call, String paymentId) {
        RefundResult answer = gateway.refund(call.refundKey(), paymentId);
        if (record(call) instanceof Refunded refunded) {
            return new RefundDone(call, refunded);
        }
        return switch (answer) {
            case RefundResult.Accepted accepted ->
                new RefundNotDone(call, "the gateway has accepted the refund, and its record does not show it", true);
            case RefundResult.Declined declined ->
                new RefundNotDone(call, "the gateway declines the refund: " + declined.code(), false);
            case RefundResult.Unknown unknown -> new RefundNotDone(call, unknown.reason(), true);
        };
    }
}
