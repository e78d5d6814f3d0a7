package dev.layeredsaga.paymentstub.refund;

import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import java.util.UUID;

/** The gateway's decision on a refund. */
public sealed interface Refund {

    Money money();

    /**
     * The money was refunded.
     *
     * @param refundedInTotal minor units of the payment refunded so far, this refund included
     */
    record Refunded(UUID id, UUID paymentId, Money money, long refundedInTotal) implements Refund {}

    /** The bank declined; no money moved. */
    record Declined(UUID paymentId, Money money, DeclineCode code) implements Refund {}
}
