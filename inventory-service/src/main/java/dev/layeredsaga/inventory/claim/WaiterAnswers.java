package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.Refusal;
import dev.layeredsaga.inventory.queue.Waiter;

/** Publishes the results of waiting in the queue, in the current transaction. */
public interface WaiterAnswers {

    /** Publishes that the waiter was granted its claim. */
    void granted(Waiter waiter, ClaimSnapshot claim);

    /** Publishes that the waiter was refused. */
    void refused(Waiter waiter, Refusal refusal);
}
