package dev.layeredsaga.paymentstub.ledger;

/** What a journal holds: the ledger's entries, and between them when clients learned what they could not know. */
public sealed interface Note permits LedgerEntry, ClientTold {}
