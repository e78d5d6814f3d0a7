package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.orchestrator.payment.PaymentGateway.Settled;
import java.util.Optional;
import java.util.UUID;

/** A payment notification from the gateway. */
public record GatewayNotice(UUID sagaId, Settled news) {

    /** The saga whose charge has this idempotency key; empty if the key is not ours. */
    public static Optional<UUID> sagaOf(String idempotencyKey) {
        return idempotencyKey.endsWith(GatewayCall.CHARGE)
                ? uuid(idempotencyKey.substring(0, idempotencyKey.length() - GatewayCall.CHARGE.length()))
                : Optional.empty();
    }

    private static Optional<UUID> uuid(String text) {
        try {
            return Optional.of(UUID.fromString(text)).filter(id -> id.toString().equals(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The outcome of a {@link GatewayNotice}. */
    public enum NoticeOutcome {
        TAKEN_IN,
        /** Without effect: known already, or too late to matter. */
        NOTHING_NEW,
        UNKNOWN_PAYMENT,
        /** Another payment than the one that is known. Nothing has changed; an operator has to decide. */
        MISMATCH
    }
}
