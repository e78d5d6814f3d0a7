package dev.layeredsaga.order.placement.price;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;

/** A quantity of one product, at the price it had when the order was placed. */
public record OrderLine(String sku, int quantity, Money unitPrice) {

    /** @throws ArithmeticException if the price does not fit into a long */
    Money price() {
        return unitPrice.times(quantity);
    }

    public StockLine stock() {
        return new StockLine(sku, quantity);
    }
}
