package dev.layeredsaga.paymentstub.access;

/** What becomes of somebody who wants to come in. */
public enum Verdict {
    WELCOME,
    /** Shows nothing. */
    UNKNOWN,
    /** Shows something that proves nothing. */
    NOT_BELIEVED,
    /** Is believed, but may not come in here. */
    NOT_ALLOWED
}
