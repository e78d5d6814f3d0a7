package dev.layeredsaga.inventory.claim;

import jakarta.persistence.Embeddable;

/**
 * A quantity of one item.
 *
 * @param fence the item's count of claims when this one was granted
 */
@Embeddable
public record ClaimLine(String sku, int quantity, long fence) {}
