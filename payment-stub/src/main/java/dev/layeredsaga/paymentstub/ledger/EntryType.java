package dev.layeredsaga.paymentstub.ledger;

/** What happened. Only captures and refunds move money. */
public enum EntryType {
    CAPTURED,
    DECLINED,
    REFUNDED,
    REFUND_DECLINED,
    /** A decision was asked for again under its key, and given again. */
    REPLAYED
}
