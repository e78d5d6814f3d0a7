package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.chassis.validation.Sku;
import dev.layeredsaga.contract.StockLine;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

record LineRequest(
        @NotNull @Sku String sku,

        @NotNull @Min(1) @Max(LineRequest.MAXIMUM) Integer quantity) {

    static final int MAXIMUM = 10_000;

    StockLine toStockLine() {
        return new StockLine(sku, quantity);
    }
}
