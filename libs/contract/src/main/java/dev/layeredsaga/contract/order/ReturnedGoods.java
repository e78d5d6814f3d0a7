package dev.layeredsaga.contract.order;

/** The goods of a return. The names are part of the contract. */
public enum ReturnedGoods {
    /** Awaited: the money goes back once they have been received. */
    AWAITED,
    /** Put back at once, as they never left the warehouse: the order is cancelled after the fact. */
    NOT_SENT,
    /** Kept by the customer, and written off. */
    KEPT
}
