package dev.layeredsaga.orchestrator.payment;

/** The outcome of a {@link GatewayNotice}. */
public enum NoticeOutcome {
    TAKEN_IN,
    /** Without effect: known already, or too late to matter. */
    NOTHING_NEW,
    UNKNOWN_PAYMENT,
    /** The amount or payment differs from the one requested. Nothing has changed; an operator has to decide. */
    MISMATCH
}
