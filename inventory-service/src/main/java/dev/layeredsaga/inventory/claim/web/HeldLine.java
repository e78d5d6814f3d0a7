package dev.layeredsaga.inventory.claim.web;

import dev.layeredsaga.inventory.claim.ClaimLine;

/** The quantity that a claim holds of one item: all its lines of that sku together. */
record HeldLine(String sku, int quantity) {

    static HeldLine of(ClaimLine line) {
        return new HeldLine(line.sku(), line.quantity());
    }
}
