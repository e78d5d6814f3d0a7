package dev.layeredsaga.inventory.item;

/** What became of an item that was to be put. */
public sealed interface ItemOutcome {

    record Created(ItemSnapshot item) implements ItemOutcome {}

    record Updated(ItemSnapshot item) implements ItemOutcome {}

    /** The item is not, or no longer, what the caller has seen; nothing has changed. */
    record ChangedMeanwhile() implements ItemOutcome {}

    /** Live claims hold more than what was to be on hand; nothing has changed. */
    record OnHandBelowReserved(int reserved) implements ItemOutcome {}

    /** There are live claims under the current policy; nothing has changed. */
    record PolicyInUse(ClaimPolicy current) implements ItemOutcome {}
}
