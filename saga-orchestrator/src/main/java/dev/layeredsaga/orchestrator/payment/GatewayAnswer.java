package dev.layeredsaga.orchestrator.payment;

/** What came of a {@link GatewayCall}. */
sealed interface GatewayAnswer {

    GatewayCall call();

    record ChargeAnswer(GatewayCall.Charge call, ChargeResult result) implements GatewayAnswer {}

    /** Nothing stays captured. {@code refunded} tells whether anything had been. */
    record RefundDone(GatewayCall call, boolean refunded) implements GatewayAnswer {}

    record RefundNotDone(GatewayCall call, String reason, boolean retryable) implements GatewayAnswer {}
}
