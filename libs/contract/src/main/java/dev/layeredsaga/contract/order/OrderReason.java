package dev.layeredsaga.contract.order;

import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.contract.saga.Reason;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The reason for which an order was rejected or cancelled: its saga's, with the details that orders have.
 *
 * @param sku the item, if the reason concerns a single item
 * @param retryAfterSeconds the time after which ordering again may succeed, if known
 * @param lockedAt since when the item is held, if another claim holds it
 * @param lockExpiresAt until when it is held at the latest, if another claim holds it and is not extended
 */
public record OrderReason(
        ReasonCode code,
        String message,
        @Nullable String sku,
        @Nullable Integer retryAfterSeconds,
        @Nullable Instant lockedAt,
        @Nullable Instant lockExpiresAt) {

    /** Cuts the message. */
    public OrderReason {
        message = BoundedText.of(message);
    }

    public static OrderReason of(ReasonCode code, String message) {
        return new OrderReason(code, message, null, null, null, null);
    }

    /** @throws IllegalArgumentException if orders have no such reason */
    public static OrderReason of(Reason reason) {
        Map<String, ?> details = reason.details();
        return new OrderReason(
                ReasonCode.valueOf(reason.code()),
                reason.message(),
                Objects.toString(details.get("sku"), null),
                details.get("retryAfterSeconds") instanceof Number seconds ? seconds.intValue() : null,
                time(details.get("lockedAt")),
                time(details.get("lockExpiresAt")));
    }

    public Reason toReason() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put("sku", sku);
        details.put("retryAfterSeconds", retryAfterSeconds);
        details.put("lockedAt", Objects.toString(lockedAt, null));
        details.put("lockExpiresAt", Objects.toString(lockExpiresAt, null));
        return new Reason(code.name(), message, details);
    }

    private static @Nullable Instant time(@Nullable Object text) {
        return text == null ? null : Instant.parse(text.toString());
    }
}
