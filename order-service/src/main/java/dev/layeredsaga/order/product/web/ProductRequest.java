package dev.layeredsaga.order.product.web;

import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.order.product.Product;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

record ProductRequest(
        @NotBlank @Size(max = 200) @PlainText String name,
        @NotNull @Valid MoneyRequest unitPrice) {

    Product toProduct(String sku) {
        return new Product(sku, name, unitPrice.toMoney());
    }
}
