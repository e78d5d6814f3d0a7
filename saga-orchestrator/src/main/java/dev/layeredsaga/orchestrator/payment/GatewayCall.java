package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeRequest;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NoAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Something to ask the gateway once the transaction that decided it has committed. */
sealed interface GatewayCall {

    /** The suffix of a charge's key. */
    String CHARGE = ":charge";

    /** The attempt that wants to know. */
    StepAttempt attempt();

    /** The trace to which the call belongs; null if unknown. */
    @Nullable TraceParent trace();

    /**
     * Charge, unless it is too late.
     *
     * @param askFirst true if an earlier call may have captured already
     * @param beginBefore {@link System#nanoTime()} after which the call must not begin: a process that was frozen must not charge
     *     a payment that has been undone meanwhile
     * @param outUntil the end of the call's lease, which also tells it from the payment's other calls
     */
    record Charge(
            StepAttempt attempt,
            ChargeRequest request,
            boolean askFirst,
            long beginBefore,
            Instant outUntil,
            @Nullable TraceParent trace)
            implements GatewayCall {

        boolean isTooLate() {
            return System.nanoTime() - beginBefore > 0;
        }
    }

    record Refund(StepAttempt attempt, @Nullable TraceParent trace) implements GatewayCall {}

    /** Ask whether a charge has been captured after its payment was voided. */
    record Inquire(StepAttempt attempt, @Nullable TraceParent trace) implements GatewayCall {}

    /** One payment per saga, so one key per saga. */
    default String chargeKey() {
        return attempt().sagaId() + CHARGE;
    }

    default String refundKey() {
        return attempt().sagaId() + ":refund";
    }

    /** The result of a {@link GatewayCall}. */
    sealed interface GatewayAnswer {

        GatewayCall call();

        record ChargeAnswer(GatewayCall.Charge call, ChargeResult result) implements GatewayAnswer {}

        /** The call was abandoned. It may have captured, or do so within a moment. */
        record ChargeGivenUp(GatewayCall.Charge call) implements GatewayAnswer {}

        /**
         * Leaves nothing captured.
         *
         * @param refunded what had been, by the gateway's record; null if nothing
         */
        record RefundDone(GatewayCall call, @Nullable Refunded refunded) implements GatewayAnswer {}

        record RefundNotDone(GatewayCall call, String reason, boolean retryable) implements GatewayAnswer {}

        /** The gateway's knowledge of a charge whose payment is void. */
        record Inquired(GatewayCall call, Inquiry result) implements GatewayAnswer {}

        /** The gateway has not been asked, nor will it be: the saga may try again at once, with another instance. */
        static GatewayAnswer handedBack(GatewayCall call) {
            String reason = "the service is stopping";
            return switch (call) {
                case GatewayCall.Charge charge -> new ChargeAnswer(charge, new NotMade(reason, null));
                case GatewayCall.Refund refund -> new RefundNotDone(refund, reason, true);
                case GatewayCall.Inquire inquire -> new Inquired(inquire, new NoAnswer(reason));
            };
        }
    }
}
