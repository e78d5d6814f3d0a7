package dev.layeredsaga.paymentstub.payment;

import dev.layeredsaga.paymentstub.fault.Breakage;

/** What asking for a payment by its key comes to. */
public sealed interface Lookup {

    /**
     * @param refunded minor units given back so far
     */
    record Found(Payment payment, long refunded) implements Lookup {}

    /** The gateway has not decided anything under this key, and is not about to. */
    record Unknown() implements Lookup {}

    /** The gateway does not say. */
    record Broken(Breakage breakage) implements Lookup {}
}
