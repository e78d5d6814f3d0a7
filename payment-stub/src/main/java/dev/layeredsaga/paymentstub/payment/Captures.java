package dev.layeredsaga.paymentstub.payment;

import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Captured;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Refunded;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/** All captured payments, by id. Thread-safe. */
public final class Captures {

    private final ConcurrentMap<UUID, Capture> byId = new ConcurrentHashMap<>();

    void add(Captured payment) {
        byId.put(payment.paymentId(), new Capture(payment));
    }

    public Optional<Capture> find(UUID paymentId) {
        return Optional.ofNullable(byId.get(paymentId));
    }

    /** A captured payment and its refunded amount, which never exceeds the captured one. Thread-safe. */
    public static final class Capture {

        private final Captured payment;
        private long refunded;

        Capture(Captured payment) {
            this.payment = payment;
        }

        public Captured payment() {
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
        public synchronized Optional<Refunded> refund(OptionalLong amount, Function<Money, Refunded> recorder) {
            Money captured = payment.posting().money();
            long remaining = captured.amount() - refunded;
            long wanted = amount.orElse(remaining);
            if (remaining == 0 || wanted > remaining) {
                return Optional.empty();
            }
            Refunded made = recorder.apply(captured.withAmount(wanted));
            refunded += wanted;
            return Optional.of(made);
        }
    }
}
