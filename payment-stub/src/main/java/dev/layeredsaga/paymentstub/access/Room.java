package dev.layeredsaga.paymentstub.access;

/** Where a request wants to go. */
public enum Room {
    /** For everybody. */
    PUBLIC,
    /** For clients of the gateway, and for operators. */
    GATEWAY,
    /** For operators. */
    OPERATORS
}
