package dev.layeredsaga.contract.order;

import dev.layeredsaga.contract.saga.Reason;

/** The codes for a rejected or cancelled order. The names are part of the contract. */
public enum ReasonCode {
    RESOURCE_BUSY,
    OUT_OF_STOCK,
    UNKNOWN_SKU,
    CLAIM_LOST,
    CLAIM_EXPIRED,
    CLAIM_MISMATCH,
    PAYMENT_DECLINED,
    PAYMENT_UNAVAILABLE,
    CANCELLED_BY_CUSTOMER,
    CANCELLED_BY_OPERATOR,
    DEADLINE_EXCEEDED;

    /** Returns the reason of a saga with this code. */
    public Reason because(String message) {
        return Reason.of(name(), message);
    }
}
