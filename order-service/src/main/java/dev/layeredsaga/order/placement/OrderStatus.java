package dev.layeredsaga.order.placement;

/** Where an order stands. All but {@link #PENDING} are final. The names are part of the contract. */
public enum OrderStatus {
    PENDING,
    CONFIRMED,
    REJECTED,
    CANCELLED
}
