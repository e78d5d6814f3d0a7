package dev.layeredsaga.paymentstub.ledger;

/** A journal record: a ledger entry, or a notice that a client was notified of a capture whose answer was lost. */
public sealed interface Note permits LedgerEntry, ClientTold {}
