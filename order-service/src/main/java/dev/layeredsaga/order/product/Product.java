package dev.layeredsaga.order.product;

import dev.layeredsaga.contract.Money;

/** A product for sale. Replaced as a whole; orders keep the price at which they were placed. */
public record Product(String sku, String name, Money unitPrice) {

    /** A stored product; each replacement is a new version, counted from 0. */
    public record Stored(Product product, long version) {}
}
