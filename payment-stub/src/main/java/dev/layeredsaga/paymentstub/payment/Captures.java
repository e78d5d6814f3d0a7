package dev.layeredsaga.paymentstub.payment;

import dev.layeredsaga.paymentstub.vocabulary.Money;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

/** All captured payments, by id. Thread-safe. */
public final class Captures {

    private final ConcurrentMap<UUID, Capture> byId = new ConcurrentHashMap<>();

    void add(Payment.Captured payment) {
        byId.put(payment.id(), new Capture(payment));
    }

    public Optional<Capture> find(UUID paymentId) {
        return Optional.ofNullable(byId.get(paymentId));
    }

    /** A captured payment and its refunded amount, which never exceeds the captured one. Thread-safe. */
    public static final class Capture {

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
         * Refunds an amount.
         *
         * @param amount in minor units; empty for all that remains
         * @param recorder records the refund beforehand; if it throws, nothing is refunded
         * @return the refund; empty, with nothing changed, if less than the amount or nothing remains
         */
        public synchronized Optional<PartialRefund> refund(OptionalLong amount, Consumer<Money> recorder) {
            long remaining = money().amount() - refunded;
            long wanted = amount.orElse(remaining);
            if (remaining == 0 || wanted > remaining) {
                return Optional.empty();
            }
            Money money = money().withAmount(wanted);
            recorder.accept(money);
            refunded += wanted;
            return Optional.of(new PartialRefund(money, refunded));
        }

        public Money money() {
            return payment.request().money();
        }

        /**
         * One refund.
         *
         * @param refunded minor units refunded so far, this refund included
         */
        public record PartialRefund(Money money, long refunded) {}
    }
}
