package dev.layeredsaga.inventory.claim;

/**
 * A quantity of one item.
 *
 * @param fence the item's count of claims when this one was granted
 */
public record ClaimLine(String sku, int quantity, long fence) {}
