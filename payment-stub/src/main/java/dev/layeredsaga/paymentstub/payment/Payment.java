package dev.layeredsaga.paymentstub.payment;

import dev.layeredsaga.paymentstub.fault.DeclineCode;
import java.time.Instant;
import java.util.UUID;

/** A payment in one of its states. */
public sealed interface Payment {

    PaymentRequest request();

    /** Not yet decided: it may still be captured. */
    record Processing(PaymentRequest request) implements Payment {}

    /** Finally decided. */
    sealed interface Decided extends Payment {

        UUID id();
    }

    /** The money was captured; refunds are counted separately. */
    record Captured(UUID id, PaymentRequest request, Instant at) implements Decided {}

    /** The bank declined; no money moved. */
    record Declined(UUID id, PaymentRequest request, DeclineCode code) implements Decided {}
}
