package dev.layeredsaga.order.placement.returns;

/** Status of a return, in the order of its course; the last two are final. The names are part of the API contract. */
public enum ReturnStatus {
    REQUESTED,
    GOODS_RECEIVED,
    REFUNDED,
    COMPLETED,
    /** Ended without a refund; the lines may be returned again. */
    REJECTED;

    public boolean isFinal() {
        return this == COMPLETED || this == REJECTED;
    }
}
