package dev.layeredsaga.inventory.item;

/** The result of setting an item's stock. */
sealed interface Adjustment {

    record Made() implements Adjustment {}

    record BelowReserved(int reserved) implements Adjustment {}

    record PolicyInUse(ClaimPolicy policy) implements Adjustment {}
}
