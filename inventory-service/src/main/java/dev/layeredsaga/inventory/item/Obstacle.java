package dev.layeredsaga.inventory.item;

/** The reason why a quantity of an item cannot be claimed now. */
public sealed interface Obstacle {

    /** The item is no longer there to be claimed. */
    record Retired() implements Obstacle {}

    /** The stock on hand is too small, even without any claims. */
    record OutOfStock() implements Obstacle {}

    /** A claim holds the item exclusively. */
    record Locked(SemanticLock lock) implements Obstacle {}

    /** The stock on hand would suffice if other claims did not hold some of it. */
    record HeldByOthers() implements Obstacle {}
}
