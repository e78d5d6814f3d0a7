package dev.layeredsaga.testbed.failures.matrix.outcome;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The outcome of an order. */
public enum ExpectedOutcome {
    CONFIRMED("CONFIRMED", null),
    DECLINED("REJECTED", "PAYMENT_DECLINED"),
    UNAVAILABLE("REJECTED", "PAYMENT_UNAVAILABLE"),
    CANCELLED("CANCELLED", "CANCELLED_BY_CUSTOMER"),
    /** Not ended: its saga is parked, and an operator is asked for. */
    STUCK("PENDING", null),
    /** No order at all: messages about a saga that nobody has started. */
    NO_ORDER("", null);

    private final String status;
    private final @Nullable String reason;

    ExpectedOutcome(String status, @Nullable String reason) {
        this.status = status;
        this.reason = reason;
    }

    String status() {
        return status;
    }

    Optional<String> reason() {
        return Optional.ofNullable(reason);
    }

    /** Items that leave the stock for one order of one item. */
    int sold() {
        return this == CONFIRMED ? 1 : 0;
    }

    /** Items still held for it. */
    int held() {
        return this == STUCK ? 1 : 0;
    }

    public String inWords() {
        return switch (this) {
            case CONFIRMED -> "confirmed";
            case DECLINED, UNAVAILABLE -> "rejected, `" + reason + "`";
            case CANCELLED -> "cancelled";
            case STUCK -> "pending, parked as stuck";
            case NO_ORDER -> "no order";
        };
    }
}
