package dev.layeredsaga.inventory.item;

/** The result of putting an item. */
public sealed interface ItemOutcome {

    record Created(ItemSnapshot item) implements ItemOutcome {}

    record Updated(ItemSnapshot item) implements ItemOutcome {}

    /** The item is not, or no longer, in the state that the caller has read; nothing has changed. */
    record ChangedMeanwhile() implements ItemOutcome {}

    /** A new item needs a policy; nothing has changed. */
    record PolicyMissing() implements ItemOutcome {}

    /** Live claims hold more than the requested stock on hand; nothing has changed. */
    record OnHandBelowReserved(int reserved) implements ItemOutcome {}

    /** There are live claims under the current policy; nothing has changed. */
    record PolicyInUse(ClaimPolicy current) implements ItemOutcome {}
}
