package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.line.Waiter;

/** Tells those who waited in line what came of it, with the current transaction. */
public interface WaiterAnswers {

    /** Its turn has come. */
    void granted(Waiter waiter, ClaimSnapshot claim);

    /** It has waited in vain. */
    void refused(Waiter waiter, Refusal refusal);
}
