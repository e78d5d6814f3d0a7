package dev.layeredsaga.orchestrator.console;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Currency;
import java.util.stream.Collectors;

/** Orders' lines and money as the console writes them. */
public final class OrderWording {

    private OrderWording() {}

    /** Returns the lines, such as {@code 2 × book, 1 × seat-1}. */
    public static String items(Collection<StockLine> lines) {
        return lines.stream().map(line -> line.quantity() + " × " + line.sku()).collect(Collectors.joining(", "));
    }

    /** Returns the money in its major unit, such as {@code 19.90 EUR} or {@code 1990 KRW}; in minor units if Java does not know its currency. */
    public static String money(Money money) {
        return money(money.amount(), money.currency());
    }

    public static String money(long amount, String currency) {
        return BigDecimal.valueOf(amount, digits(currency)).toPlainString() + " " + currency;
    }

    private static int digits(String currency) {
        try {
            return Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
        } catch (IllegalArgumentException unknown) {
            return 0;
        }
    }
}
