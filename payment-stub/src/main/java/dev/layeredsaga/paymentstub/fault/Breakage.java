package dev.layeredsaga.paymentstub.fault;

/** How an answer goes wrong on its way to the client. */
public enum Breakage {
    /** A 500. */
    SERVER_ERROR,
    /** A 503 that says when to come back. */
    UNAVAILABLE,
    /** A 429 that says when to come back. */
    RATE_LIMITED,
    /** The connection is closed without one byte of an answer. */
    CLOSED,
    /** The connection is reset. */
    RESET,
    /** A success whose JSON breaks off. */
    MALFORMED,
    /** Bytes that are not HTTP, then the connection is closed. */
    GARBAGE,
    /** A success whose JSON trickles in for seconds and then breaks off. */
    DRIBBLE
}
