package dev.layeredsaga.paymentstub.payment;

import dev.layeredsaga.paymentstub.attempt.Decision;
import dev.layeredsaga.paymentstub.fault.DeclineCode;
import java.time.Instant;
import java.util.UUID;

/** A payment in one of its states. */
public sealed interface Payment {

    PaymentRequest request();

    /** Not yet decided: it may still be captured. */
    record Processing(PaymentRequest request) implements Payment {}

    /** Decided for good. */
    sealed interface Decided extends Payment, Decision {

        UUID id();
    }

    /** The money was taken; refunds do not change that, they are counted apart. */
    record Captured(UUID id, PaymentRequest request, Instant at) implements Decided {}

    /** The bank said no; no money moved. */
    record Declined(UUID id, PaymentRequest request, DeclineCode code) implements Decided {}
}
