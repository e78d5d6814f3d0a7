package dev.layeredsaga.paymentstub.ledger;

import java.time.Instant;

/**
 * One line of the ledger.
 *
 * @param sequence counts from 1 without gaps
 */
public record LedgerEntry(long sequence, EntryType type, Posting posting, Instant at) {}
