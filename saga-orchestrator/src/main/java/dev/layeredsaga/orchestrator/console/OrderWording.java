package dev.layeredsaga.orchestrator.console;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import java.util.Collection;
import java.util.stream.Collectors;

/** Orders' lines and money as the console writes them. */
public final class OrderWording {

    private OrderWording() {}

    /** Returns the lines, such as {@code 2 × book, 1 × seat-1}. */
    public static String items(Collection<StockLine> lines) {
        return lines.stream().map(line -> line.quantity() + " × " + line.sku()).collect(Collectors.joining(", "));
    }

    /** Returns the money in its major unit, if it is any: a payment that was compensated before it was known has no currency. */
    public static String money(Money money) {
        return money.currency().equals("XXX") ? "an unknown amount" : money.inMajorUnit();
    }

    /** Returns the money in its major unit; in minor units if Java does not know its currency. */
    public static String money(long amount, String currency) {
        try {
            return new Money(amount, currency).inMajorUnit();
        } catch (IllegalArgumentException unknown) {
            return amount + " " + currency;
        }
    }
}
