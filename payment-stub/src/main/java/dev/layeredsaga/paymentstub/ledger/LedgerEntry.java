package dev.layeredsaga.paymentstub.ledger;

import java.time.Instant;

/**
 * One entry of the ledger.
 *
 * @param sequence counts from 1 without gaps
 */
public record LedgerEntry(long sequence, Deed deed, Posting posting, Instant at) implements Note {

    public EntryType type() {
        return deed.type();
    }
}
