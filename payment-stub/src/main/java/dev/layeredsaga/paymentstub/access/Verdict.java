package dev.layeredsaga.paymentstub.access;

/** The outcome of an access check. */
public enum Verdict {
    WELCOME,
    /** The request has no credentials. */
    UNKNOWN,
    /** The credentials are invalid. */
    NOT_BELIEVED,
    /** The credentials are valid, but do not allow this zone. */
    NOT_ALLOWED
}
