package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.messaging.trace.TraceParent;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeRequest;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.GatewayFact;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import java.time.Instant;
import java.util.UUID;
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
     *     a payment that has been compensated meanwhile
     * @param outUntil the end of the call's lease, which also distinguishes it from the payment's other calls
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

    /**
     * Leave nothing captured: ask for the record of the charge, and give back what it shows.
     *
     * @param awaited true if a saga waits for the outcome
     */
    record Refund(StepAttempt attempt, @Nullable TraceParent trace, boolean awaited) implements GatewayCall {}

    /**
     * Give back a part of another saga's payment.
     *
     * @param paymentId the payment's id at the gateway
     * @param madeBefore the parts of the payment that had been made before the call, in minor units
     */
    record Part(
            StepAttempt attempt,
            UUID paymentOf,
            String paymentId,
            Money amount,
            long madeBefore,
            @Nullable TraceParent trace)
            implements GatewayCall {}

    /** The saga whose payment it is about. */
    default UUID paymentOf() {
        return attempt().sagaId();
    }

    /** One payment per saga, so one key per saga. */
    default String chargeKey() {
        return paymentOf() + CHARGE;
    }

    /** One refund for each saga that asks, so one key for each. */
    default String refundKey() {
        return attempt().sagaId() + ":refund";
    }

    /** The result of a {@link GatewayCall}. */
    sealed interface GatewayAnswer {

        GatewayCall call();

        /** The gateway's word about the payment, after the call. */
        GatewayFact fact();

        record ChargeAnswer(GatewayCall.Charge call, ChargeResult fact) implements GatewayAnswer {}

        /** The call was abandoned. It may have captured, or do so within a moment. */
        record ChargeGivenUp(GatewayCall.Charge call) implements GatewayAnswer {

            @Override
            public Unknown fact() {
                return new Unknown("the service stopped before the gateway answered");
            }
        }

        /**
         * @param fact the gateway's record after the refund that it may have been asked for
         * @param problem why captured money is not back; empty if the record shows none
         * @param retryable false if only a person can help
         */
        record RefundAnswer(GatewayCall.Refund call, Inquiry fact, String problem, boolean retryable)
                implements GatewayAnswer {

            static RefundAnswer unknown(GatewayCall.Refund call, String reason) {
                return new RefundAnswer(call, new Unknown(reason), reason, true);
            }
        }

        /** @param fact the gateway's record after the refund */
        record PartAnswer(GatewayCall.Part call, RefundResult result, Inquiry fact) implements GatewayAnswer {

            static PartAnswer unknown(GatewayCall.Part call, String reason) {
                return new PartAnswer(call, new RefundResult.Unknown(reason), new Unknown(reason));
            }
        }

        /** The gateway has not been asked, nor will it be: the saga may try again at once, with another instance. */
        static GatewayAnswer handedBack(GatewayCall call) {
            String reason = "the service is starting or stopping";
            return switch (call) {
                case GatewayCall.Charge charge -> new ChargeAnswer(charge, new NotMade(reason, null));
                case GatewayCall.Refund refund -> RefundAnswer.unknown(refund, reason);
                case GatewayCall.Part part -> PartAnswer.unknown(part, reason);
            };
        }

        /** Returns the answer to a call that has failed in an unforeseen way, or had no answer. */
        static GatewayAnswer unknown(GatewayCall call, String reason) {
            return switch (call) {
                case GatewayCall.Charge charge -> new ChargeAnswer(charge, new Unknown(reason));
                case GatewayCall.Refund refund -> RefundAnswer.unknown(refund, reason);
                case GatewayCall.Part part -> PartAnswer.unknown(part, reason);
            };
        }
    }
}
