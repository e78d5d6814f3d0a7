package dev.layeredsaga.contract;

import java.util.Currency;

/**
 * An amount of money in minor units of its currency (cents, or whole won).
 *
 * @param amount minor units, at least 0
 * @param currency ISO 4217 code
 */
public record Money(long amount, String currency) {

    /** @throws IllegalArgumentException if the amount is negative or the currency is not an ISO 4217 code */
    public Money {
        if (amount < 0) {
            throw new IllegalArgumentException("amount must not be negative: " + amount);
        }
        Currency.getInstance(currency);
    }

    /** @throws ArithmeticException if the product does not fit into a long */
    public Money times(int quantity) {
        return new Money(Math.multiplyExact(amount, quantity), currency);
    }

    /**
     * @throws IllegalArgumentException if the currencies differ
     * @throws ArithmeticException if the sum does not fit into a long
     */
    public Money plus(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException("cannot add " + other.currency + " to " + currency);
        }
        return new Money(Math.addExact(amount, other.amount), currency);
    }
}
