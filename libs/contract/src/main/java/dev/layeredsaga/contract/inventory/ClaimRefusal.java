package dev.layeredsaga.contract.inventory;

/** The reasons for which the inventory refuses. The names are part of the contract. */
public enum ClaimRefusal {
    /** Another saga or hold has claimed the item. */
    RESOURCE_BUSY,
    /** The stock is insufficient, even without any claims. */
    OUT_OF_STOCK,
    /** The item does not exist. */
    UNKNOWN_SKU,
    /** The token is not the current one, or the claim was released. */
    CLAIM_LOST,
    /** The claim was the caller's but has expired. */
    CLAIM_EXPIRED,
    /** The claim is the caller's but does not hold the lines that the saga needs. */
    CLAIM_MISMATCH
}
