package dev.layeredsaga.inventory.claim;

/** Tells others what happened to claims that nobody asked for, with the current transaction. */
public interface ClaimEvents {

    /** Its time ran out; what it held is free again. */
    void expired(ClaimSnapshot claim);
}
