package dev.layeredsaga.orchestrator.payment;

/** The result of a {@link GatewayCall}. */
sealed interface GatewayAnswer {

    GatewayCall call();

    record ChargeAnswer(GatewayCall.Charge call, ChargeResult result) implements GatewayAnswer {}

    /** The call was abandoned. It may have captured, or do so within a moment. */
    record ChargeGivenUp(GatewayCall.Charge call) implements GatewayAnswer {}

    /** Nothing stays captured. {@code refunded} tells whether anything had been. */
    record RefundDone(GatewayCall call, boolean refunded) implements GatewayAnswer {}

    record RefundNotDone(GatewayCall call, String reason, boolean retryable) implements GatewayAnswer {}

    /** The gateway's knowledge of a charge whose payment is void. */
    record Inquired(GatewayCall call, Inquiry result) implements GatewayAnswer {}

    /** The gateway has not been asked, nor will it be: the saga may try again at once, with another instance. */
    static GatewayAnswer handedBack(GatewayCall call) {
        String reason = "the service is stopping";
        return switch (call) {
            case GatewayCall.Charge charge -> new ChargeAnswer(charge, new ChargeResult.NotMade(reason, null));
            case GatewayCall.Refund refund -> new RefundNotDone(refund, reason, true);
            case GatewayCall.Inquire inquire -> new Inquired(inquire, new Inquiry.NoAnswer(reason));
        };
    }
}
