package dev.layeredsaga.contract;

import java.math.BigDecimal;
import java.util.Currency;

/**
 * An amount of money in minor units of its currency (cents, or whole won).
 *
 * @param amount minor units, at least 0
 * @param currency ISO 4217 code
 */
public record Money(long amount, String currency) {

    /** The largest amount of a price or a total: what JSON numbers hold exactly everywhere (RFC 8259, section 6). */
    public static final long MOST = (1L << 53) - 1;

    /** @throws IllegalArgumentException if the amount is negative or the currency is not an ISO 4217 code */
    public Money {
        if (amount < 0) {
            throw new IllegalArgumentException("amount must not be negative: " + amount);
        }
        Currency.getInstance(currency);
    }

    /** @throws ArithmeticException if the product is more than {@link #MOST} */
    public Money times(int quantity) {
        return new Money(bounded(Math.multiplyExact(amount, quantity)), currency);
    }

    /**
     * @throws IllegalArgumentException if the currencies differ
     * @throws ArithmeticException if the sum is more than {@link #MOST}
     */
    public Money plus(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException("cannot add " + other.currency + " to " + currency);
        }
        return new Money(bounded(Math.addExact(amount, other.amount)), currency);
    }

    /** Returns the amount in the currency's major unit, with the currency, as people write it: {@code 19.90 EUR}, {@code 1990 KRW}. */
    public String inMajorUnit() {
        int digits = Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
        return BigDecimal.valueOf(amount, digits).toPlainString() + " " + currency;
    }

    private static long bounded(long amount) {
        if (amount > MOST) {
            throw new ArithmeticException(amount + " is more than " + MOST);
        }
        return amount;
    }
}
