package dev.layeredsaga.inventory.item;

/** Why so much of an item cannot be claimed now. */
public sealed interface Obstacle {

    /** There is not enough, whoever holds what. */
    record OutOfStock() implements Obstacle {}

    /** A claim has the item for itself. */
    record Locked(SemanticLock lock) implements Obstacle {}

    /** There would be enough if other claims did not hold some of it. */
    record HeldByOthers() implements Obstacle {}
}
