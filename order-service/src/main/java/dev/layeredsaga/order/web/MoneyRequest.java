package dev.layeredsaga.order.web;

import dev.layeredsaga.contract.Money;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;

/** An amount of money in a request. */
public record MoneyRequest(
        @NotNull @PositiveOrZero @Max(Money.MOST) Long amount,
        @NotNull @CurrencyCode String currency) {

    public Money toMoney() {
        return new Money(amount, currency);
    }
}
