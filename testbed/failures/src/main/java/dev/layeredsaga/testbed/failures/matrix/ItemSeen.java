package dev.layeredsaga.testbed.failures.matrix;

/**
 * What can be seen of an item from the outside.
 *
 * @param stocked what was put on the shelf
 * @param lockedBy the saga in its semantic lock; empty if nobody has it
 * @param claimsHeld claims on it that are neither confirmed nor given back
 */
record ItemSeen(int stocked, int onHand, int reserved, String lockedBy, int claimsHeld) {}
