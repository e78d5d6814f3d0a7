package dev.layeredsaga.orchestrator.payment;

/** What became of a {@link GatewayNotice}. */
public enum NoticeOutcome {
    TAKEN_IN,
    /** It changes nothing: it is known already, or too late to matter. */
    NOTHING_NEW,
    UNKNOWN_PAYMENT,
    /** It is about another amount or another payment than was asked for. A matter for people; nothing has changed. */
    MISMATCH
}
