package dev.layeredsaga.paymentstub.fault;

/** An operation of the gateway. */
public enum Operation {
    PAYMENT,
    REFUND,
    QUERY
}
