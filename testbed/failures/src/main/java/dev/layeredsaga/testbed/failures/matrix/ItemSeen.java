package dev.layeredsaga.testbed.failures.matrix;

/**
 * An item as observed from outside.
 *
 * @param stocked the initial stock
 * @param lockedBy the saga that holds its semantic lock; empty if none does
 * @param claimsHeld the number of claims on it that are neither confirmed nor released
 */
record ItemSeen(int stocked, int onHand, int reserved, String lockedBy, int claimsHeld) {}
