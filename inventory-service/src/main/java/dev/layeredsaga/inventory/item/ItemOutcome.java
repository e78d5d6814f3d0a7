package dev.layeredsaga.inventory.item;

/** The result of a request to change an item. */
public sealed interface ItemOutcome<T> {

    record Done<T>(T value) implements ItemOutcome<T> {}

    /** Refused: the item is as it was. */
    record Refused<T>(Refusal why) implements ItemOutcome<T> {}

    /**
     * An item that was put.
     *
     * @param created false if it was there already
     * @param soldSinceSet how many pieces had been sold since its stock was last set, if it is more now than it was; otherwise 0
     */
    record Put(ItemSnapshot item, boolean created, long soldSinceSet) {}

    /** The reason why a request is refused. */
    sealed interface Refusal {}

    /** There is no such item. */
    record Unknown() implements Refusal {}

    /** The item is not, or no longer, in the state that the caller has read. */
    record ChangedMeanwhile() implements Refusal {}

    /** A new item needs a policy. */
    record PolicyMissing() implements Refusal {}

    /** Live claims hold more than would be left on hand. */
    record OnHandBelowReserved(int reserved) implements Refusal {}

    /** More than {@link Item#MOST} would be on hand. */
    record TooMuch() implements Refusal {}

    /** There are live claims under the current policy. */
    record PolicyInUse(ClaimPolicy current) implements Refusal {}

    /** Claims hold the item, or sagas wait for it. */
    record InUse(int reserved, int waiting) implements Refusal {}

    /** The key belongs to another movement. */
    record KeyReused() implements Refusal {}
}
