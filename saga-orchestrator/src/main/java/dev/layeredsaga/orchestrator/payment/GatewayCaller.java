package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.PartAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.RefundAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotFound;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.PaymentFact;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Talks to the gateway, with neither a lock nor a database connection in hand. */
@Component
record GatewayCaller(PaymentGateway gateway, Tracing tracing) {

    private static final Logger log = LoggerFactory.getLogger(GatewayCaller.class);

    /** Returns an answer in any case: an unforeseen failure leaves the matter open, like a call without an answer. */
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
                case GatewayCall.Part part -> part(part);
            };
        } catch (RuntimeException e) {
            log.error("unforeseen failure of a call to the gateway for {}", call.attempt(), e);
            return GatewayAnswer.unknown(
                    call, "the call failed: " + e.getClass().getSimpleName());
        }
    }

    /** Asks first whether an earlier call has captured already; charges again, with the same key, only if not. */
    private ChargeResult charge(GatewayCall.Charge call) {
        if (!call.askFirst()) {
            return chargeInTime(call);
        }
        return switch (record(call)) {
            case PaymentFact fact -> fact;
            case NotFound nothing -> chargeInTime(call);
        };
    }

    private Inquiry record(GatewayCall call) {
        return gateway.find(call.chargeKey(), call.paymentOf());
    }

    private ChargeResult chargeInTime(GatewayCall.Charge call) {
        return call.isTooLate()
                ? new NotMade("there was no time left for the call", null)
                : gateway.charge(call.chargeKey(), call.request());
    }

    /** The record decides, whatever the refund was answered: one that was accepted may be under way, one that was refused, done before. */
    private RefundAnswer refund(GatewayCall.Refund call) {
        Inquiry before = record(call);
        if (!(before instanceof Captured captured)) {
            return answer(call, before, new RefundResult.Accepted());
        }
        RefundResult refund = gateway.refund(call.refundKey(), captured.paymentId(), null);
        Inquiry after = record(call);
        return answer(call, after instanceof PaymentGateway.Refunded ? after : before, refund);
    }

    private static RefundAnswer answer(GatewayCall.Refund call, Inquiry record, RefundResult refund) {
        if (record instanceof Unknown unknown) {
            return RefundAnswer.unknown(call, unknown.reason());
        }
        if (!(record instanceof Captured)) {
            return new RefundAnswer(call, record, "", true);
        }
        return new RefundAnswer(call, record, problemOf(refund), !(refund instanceof RefundResult.Declined));
    }

    /** The record shows how much has gone back, the answer to the key which part it is. */
    private PartAnswer part(GatewayCall.Part call) {
        RefundResult refund = gateway.refund(call.refundKey(), call.paymentId(), call.amount());
        return new PartAnswer(call, refund, record(call));
    }

    /** Returns why the money is not back, if the record does not show that it is. */
    static String problemOf(RefundResult refund) {
        return switch (refund) {
            case RefundResult.Accepted accepted ->
                "the gateway has accepted the refund, and its record does not show it";
            case RefundResult.Declined declined -> "the gateway declines the refund: " + declined.code();
            case RefundResult.Unknown unknown -> unknown.reason();
        };
    }
}
