package dev.layeredsaga.paymentstub.payment;

import dev.layeredsaga.paymentstub.fault.Breakage;

/** The result of a payment query by key. */
public sealed interface Lookup {

    /**
     * @param refunded minor units refunded so far
     */
    record Found(Payment payment, long refunded) implements Lookup {}

    /** The gateway has decided nothing under this key, and no decision is in flight. */
    record Unknown() implements Lookup {}

    /** The gateway gives no usable answer. */
    record Broken(Breakage breakage) implements Lookup {}
}
