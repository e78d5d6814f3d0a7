package dev.layeredsaga.paymentstub.vocabulary;

import java.util.regex.Pattern;

/**
 * A positive amount of money.
 *
 * @param amount in minor units of the currency
 * @param currency three capital letters, as in ISO 4217
 */
public record Money(long amount, String currency) {

    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

    /**
     * @throws InvalidInput if the amount is not positive or the currency is not three capital letters
     */
    public Money {
        if (amount <= 0) {
            throw new InvalidInput(ErrorCode.INVALID_AMOUNT, "amount", "must be positive, in minor units");
        }
        if (!CURRENCY.matcher(currency).matches()) {
            throw new InvalidInput(ErrorCode.INVALID_CURRENCY, "currency", "must be three capital letters");
        }
    }

    public Money withAmount(long other) {
        return new Money(other, currency);
    }
}
