package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.messaging.Money;
import java.util.Optional;
import java.util.UUID;

/**
 * What the gateway tells of a payment unasked.
 *
 * @param amount of the payment, whatever has gone back of it
 */
public record GatewayNotice(UUID sagaId, Money amount, ChargeResult.Settled news) {

    /** Whose charge has this idempotency key; nobody's if it is not one of ours. */
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
}
