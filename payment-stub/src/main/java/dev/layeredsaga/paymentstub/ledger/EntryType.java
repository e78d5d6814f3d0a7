package dev.layeredsaga.paymentstub.ledger;

/** The type of a ledger entry. Only captures and refunds move money. */
public enum EntryType {
    CAPTURED,
    DECLINED,
    REFUNDED,
    REFUND_DECLINED,
    /** A decision was requested again under its key and replayed. */
    REPLAYED
}
