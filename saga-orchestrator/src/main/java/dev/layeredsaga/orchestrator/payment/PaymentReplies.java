package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.payment.ChargeDeclined;
import dev.layeredsaga.contract.payment.ChargeNotMade;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import org.jspecify.annotations.Nullable;

/** Replies with a payment's state to its saga, in whatever order news of it came. */
final class PaymentReplies {

    private static final String REFUNDED_AT_THE_GATEWAY = "refunded_at_the_gateway";

    private PaymentReplies() {}

    /** The answer to a charge; null as long as the matter is not settled. */
    static @Nullable SagaReply toCharge(Payment payment, StepAttempt attempt) {
        return switch (payment.state()) {
            case NEW, OPEN -> null;
            case DECLINED -> new ChargeDeclined(attempt, payment.gatewayReference());
            case VOID, OWED -> compensated(attempt);
            case CAPTURED ->
                payment.isVoided()
                        ? compensated(attempt)
                        : new ChargeCaptured(attempt, payment.gatewayReference(), payment.amount());
            case REFUNDED ->
                payment.isVoided() ? compensated(attempt) : new ChargeDeclined(attempt, REFUNDED_AT_THE_GATEWAY);
        };
    }

    private static SagaReply compensated(StepAttempt attempt) {
        return new ChargeNotMade(attempt, "the payment has been compensated", null);
    }
}
