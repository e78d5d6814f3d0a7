package dev.layeredsaga.paymentstub.fault;

/** A broken response to the client. */
public enum Breakage {
    /** A 500. */
    SERVER_ERROR,
    /** A 503 with {@code Retry-After}. */
    UNAVAILABLE,
    /** A 429 with {@code Retry-After}. */
    RATE_LIMITED,
    /** The connection is closed before the first byte of a response. */
    CLOSED,
    /** The connection is reset. */
    RESET,
    /** A success with truncated JSON. */
    MALFORMED,
    /** Bytes that are not HTTP, then a closed connection. */
    GARBAGE,
    /** A success with truncated JSON, sent slowly over several seconds. */
    DRIBBLE
}
