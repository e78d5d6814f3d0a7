package dev.layeredsaga.paymentstub.refund;

import dev.layeredsaga.paymentstub.attempt.Decision;
import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import java.util.UUID;

/** What the gateway made of a refund. */
public sealed interface Refund extends Decision {

    /** The money was given back. */
    record Refunded(UUID id, UUID paymentId, Money money) implements Refund {}

    /** The bank refused; no money moved. */
    record Declined(UUID paymentId, Money money, DeclineCode code) implements Refund {}

    /** Less remains of the payment than was asked for; nothing was done. */
    record ExceedsCapture(UUID paymentId) implements Refund {

        @Override
        public boolean isFinal() {
            return false;
        }
    }
}
