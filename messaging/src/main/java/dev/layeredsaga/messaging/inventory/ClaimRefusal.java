package dev.layeredsaga.messaging.inventory;

/** Why the inventory refuses. The names are part of the contract. */
public enum ClaimRefusal {
    /** Another saga or hold has the item at the moment. */
    RESOURCE_BUSY,
    /** There is not enough stock, whoever holds what. */
    OUT_OF_STOCK,
    /** There is no such item. */
    UNKNOWN_SKU,
    /** The token is not the current one, or the claim was released. */
    CLAIM_LOST,
    /** The claim was the caller's, but its time has run out. */
    CLAIM_EXPIRED,
    /** The claim is the caller's, but holds something else than the saga needs. */
    CLAIM_MISMATCH
}
