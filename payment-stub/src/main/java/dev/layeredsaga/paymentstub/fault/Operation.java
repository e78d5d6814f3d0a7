package dev.layeredsaga.paymentstub.fault;

/** What a client may ask of the gateway. */
public enum Operation {
    PAYMENT,
    REFUND,
    QUERY
}
