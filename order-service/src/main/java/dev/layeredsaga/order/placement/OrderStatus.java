package dev.layeredsaga.order.placement;

/** Status of an order. All but {@link #PENDING} are final. The names are part of the API contract. */
public enum OrderStatus {
    PENDING,
    CONFIRMED,
    REJECTED,
    CANCELLED
}
