package dev.layeredsaga.contract.order;

/** The goods of a return. The names are part of the contract. */
public enum ReturnedGoods {
    /** The money goes back once they have been received. */
    AWAITED,
    /** They never left the warehouse: the order is cancelled after the fact. They are put back at once. */
    NOT_SENT,
    /** The customer keeps them; they are written off. */
    KEPT
}
