package dev.layeredsaga.order.product.web;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.order.web.CurrencyCode;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;

record MoneyRequest(
        @NotNull @PositiveOrZero Long amount,
        @NotNull @CurrencyCode String currency) {

    Money toMoney() {
        return new Money(amount, currency);
    }
}
