package dev.layeredsaga.testbed.failures.matrix.outcome;

/** The outcome of an order. */
public enum ExpectedOutcome {
    CONFIRMED("CONFIRMED", "confirmed"),
    DECLINED("REJECTED PAYMENT_DECLINED", "rejected, `PAYMENT_DECLINED`"),
    UNAVAILABLE("REJECTED PAYMENT_UNAVAILABLE", "rejected, `PAYMENT_UNAVAILABLE`"),
    CANCELLED("CANCELLED CANCELLED_BY_CUSTOMER", "cancelled"),
    /** Not ended: its saga is parked, and an operator is asked for. */
    STUCK("PENDING STUCK", "pending, parked as stuck"),
    /** No order at all: messages about a saga that was never started. */
    NO_ORDER("no order", "no order");

    private final String standing;
    private final String words;

    ExpectedOutcome(String standing, String words) {
        this.standing = standing;
        this.words = words;
    }

    /** Returns the order's status and reason, and whether its saga is stuck. */
    public String standing() {
        return standing;
    }

    public String inWords() {
        return words;
    }
}
