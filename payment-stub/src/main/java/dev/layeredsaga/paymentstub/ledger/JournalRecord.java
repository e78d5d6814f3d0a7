package dev.layeredsaga.paymentstub.ledger;

import java.time.Instant;
import java.util.UUID;

/** A record of the journal. */
public sealed interface JournalRecord permits LedgerEntry, JournalRecord.ClientNotified {

    /** Notice that the client knows of a capture whose answer was lost. Not an entry: no money moved, no request made. */
    record ClientNotified(UUID paymentId, Instant at) implements JournalRecord {}
}
