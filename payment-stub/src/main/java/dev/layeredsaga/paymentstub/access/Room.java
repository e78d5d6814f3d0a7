package dev.layeredsaga.paymentstub.access;

/** An access zone: the group of endpoints that a request addresses. */
public enum Room {
    /** Open to all clients. */
    PUBLIC,
    /** Open to clients of the gateway and to operators. */
    GATEWAY,
    /** Open to operators. */
    OPERATORS
}
