package dev.layeredsaga.inventory.item;

/** The number of live claims an item can have at a time. */
public enum ClaimPolicy {
    /** One at a time, whatever its quantity: a seat, a counter, stock that must be serialised. */
    EXCLUSIVE,
    /** As many as there is stock. */
    COUNTED
}
