package dev.layeredsaga.paymentstub.payment;

import dev.layeredsaga.paymentstub.vocabulary.Money;
import java.util.Optional;
import java.util.OptionalLong;

/** A captured payment and how much of it was given back: never more than was taken. Thread-safe. */
public final class Capture {

    private final Payment.Captured payment;
    private long refunded;

    Capture(Payment.Captured payment) {
        this.payment = payment;
    }

    public Payment.Captured payment() {
        return payment;
    }

    public synchronized long refunded() {
        return refunded;
    }

    /**
     * Gives money back.
     *
     * @param amount in minor units; empty for all that remains
     * @return what was given back; empty, with nothing changed, if less than the amount remains or nothing does
     */
    public synchronized Optional<Money> refund(OptionalLong amount) {
        long remaining = money().amount() - refunded;
        long wanted = amount.orElse(remaining);
        if (remaining == 0 || wanted > remaining) {
            return Optional.empty();
        }
        refunded += wanted;
        return Optional.of(money().withAmount(wanted));
    }

    public Money money() {
        return payment.request().money();
    }
}
