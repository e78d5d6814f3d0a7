package dev.layeredsaga.contract;

/**
 * A quantity of one sku.
 *
 * @param quantity at least 1
 */
public record StockLine(String sku, int quantity) {

    /** @throws IllegalArgumentException if the sku is blank or the quantity is less than 1 */
    public StockLine {
        if (sku.isBlank()) {
            throw new IllegalArgumentException("sku must not be blank");
        }
        if (quantity < 1) {
            throw new IllegalArgumentException("quantity must be at least 1: " + quantity);
        }
    }
}
