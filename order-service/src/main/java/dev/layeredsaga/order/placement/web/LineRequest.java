package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.messaging.StockLine;
import dev.layeredsaga.order.web.Sku;
import jakarta.validation.constraints.NotNull;
import org.hibernate.validator.constraints.Range;

record LineRequest(
        @NotNull @Sku String sku,

        @NotNull @Range(min = 1, max = QuantityLimit.MAXIMUM)
        Integer quantity) {

    StockLine toStockLine() {
        return new StockLine(sku, quantity);
    }
}
